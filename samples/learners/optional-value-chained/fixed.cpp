#include <iostream>
#include <optional>
#include <string>

struct User {
    std::string name;
    std::optional<std::string> mail;
};

static std::string domain(const User &user)
{
    if (!user.mail)
        return "none";
    return user.mail.value().substr(user.mail->find('@') + 1);
}

int main()
{
    User ann{"ann", "ann@example.org"}, bob{"bob", {}};

    std::cout << domain(ann) << '\n' << domain(bob) << '\n';
}
