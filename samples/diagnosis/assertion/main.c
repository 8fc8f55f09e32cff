#include <assert.h>
#include <stdlib.h>

struct account {
    int balance, limit;
};

static int withdraw(struct account *account, int amount)
{
    account->balance -= amount;
    assert(account->balance >= -account->limit && amount > 0);
    return account->balance;
}

int main(int argc, char **argv)
{
    struct account account = {10, 5};
    return withdraw(&account, argc > 1 ? atoi(argv[1]) : 0) > 100;
}
