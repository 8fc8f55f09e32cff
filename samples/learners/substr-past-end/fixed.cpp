#include <iostream>
#include <string>

static std::string extension(const std::string &file)
{
    if (file.size() < 4)
        return "";
    return file.substr(file.size() - 4);
}

int main()
{
    for (const char *f : {"a.png", "photo.jpg", "README", "x"})
        std::cout << extension(f) << '\n';
}
