#include <iostream>
#include <string>

static std::string extension(const std::string &file)
{
    return file.substr(file.size() - 4 > file.size() ? 4 : file.size() - 4);
}

int main()
{
    for (const char *f : {"a.png", "photo.jpg", "README", "x"})
        std::cout << extension(f) << '\n';
}
