#include <cstdlib>
#include <iostream>
#include <string>

static std::string from_environment(const char *name)
{
    return std::string(std::getenv(name));
}

int main()
{
    std::cout << "user: " << from_environment("NO_SUCH_USER_NAME") << '\n';
}
