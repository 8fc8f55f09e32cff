#include <iostream>
#include <map>
#include <string>

struct City {
    std::string name;
    City *twin;
};

int main()
{
    std::map<std::string, City> cities;

    cities["Ulm"] = {"Ulm", nullptr};
    cities["Bonn"] = {"Bonn", &cities["Ulm"]};
    for (auto it = cities.begin(); it != cities.end(); ++it)
        std::cout << it->second.twin->name << '\n';
}
