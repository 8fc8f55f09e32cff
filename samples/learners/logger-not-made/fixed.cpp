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

static Logger the_logger;
Logger *Logger::instance = &the_logger;

int main()
{
    Logger::instance->log("start");
}
