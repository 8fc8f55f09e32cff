#include <iostream>
#include <string>
#include <unordered_map>

struct Employee {
    std::string name;
    double pay;
    Employee *boss;
};

static double pay_of_boss(std::unordered_map<std::string, Employee *> &staff, const std::string &name)
{
    return staff[name]->boss->pay;
}

int main()
{
    Employee chief{"chief", 90, nullptr}, worker{"worker", 50, &chief};
    std::unordered_map<std::string, Employee *> staff{{"chief", &chief}, {"worker", &worker}};

    std::cout << pay_of_boss(staff, "worker") << '\n';
    std::cout << pay_of_boss(staff, "chief") << '\n';
}
