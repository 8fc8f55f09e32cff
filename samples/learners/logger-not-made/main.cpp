#include <iostream>
#include <string>

class Logger {
    std::string prefix = "app";

public:
    static Logger *instance;
    void log(const char *text)
    {
        std::cout << prefix.size() << ' ' << text << '\n';
    }
};

Logger *Logger::instance;

int main()
{
    Logger::instance->log("start");
}
