#include <iostream>

struct User {
    int id;
    char name[20];
};

static User *lookup(User *users, int n, int id)
{
    for (int i = 0; i < n; i++)
        if (users[i].id == id)
            return &users[i];
    return nullptr;
}

static void rename(User &user, char first)
{
    user.name[0] = first;
}

int main()
{
    User users[] = {{1, "amy"}, {2, "ben"}};

    rename(*lookup(users, 2, 2), 'B');
    rename(*lookup(users, 2, 3), 'C');
    std::cout << users[1].name << '\n';
}
