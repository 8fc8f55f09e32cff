#include <cstdlib>
#include <list>
#include <map>
#include <string>
#include <unordered_set>
#include <vector>

struct Person {
    std::string name;
    int age;
    std::wstring title;
};

__attribute__((noinline)) static int look(const std::string &name, std::string copy, const Person &person,
                                          const std::vector<std::string> &words)
{
    if (name.size() > 3)
        std::abort();
    return person.age + (int)copy.size() + (int)words.size();
}

int main()
{
    std::string brief = "brief", longer(40, 'x'), empty;
    Person person = {"ann", 3, L"Dr"};
    std::vector<std::string> words = {"alpha", "beta"};
    std::string pair[2] = {"left", "right"};
    std::map<std::string, std::vector<std::string>> groups = {{"g", {"one"}}};
    std::unordered_set<std::string> seen = {"seen"};
    std::list<std::string> line = {"first"};
    return look(brief, longer, person, words) + (int)(pair[0].size() + groups.size() + seen.size() + line.size() + empty.size());
}
