/* stops: transfer thread assert interest */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct money { int64_t cents; char currency[4]; } money;

typedef struct account {
    unsigned id;
    money balance;
    struct account *partner;
    struct { uint8_t day, month; uint16_t year; } opened;
} account;

struct job {
    account *accounts;
    int count, rounds;
    pthread_mutex_t lock;
    long moved;
};

static money plus(money a, money b)
{
    money result = {a.cents + b.cents, ""};
    memcpy(result.currency, a.currency, sizeof(result.currency));
    return result;
}

__attribute__((noinline)) static money transfer(account *from, account *to, money amount)
{
    money before = from->balance, negative = {-amount.cents, "EUR"};
    from->balance = plus(from->balance, negative);
    to->balance = plus(to->balance, amount);
    return before;
}

__attribute__((noinline)) static double interest(const account *account, double rate, int years)
{
    double factor = 1;
    int year = account->opened.year;
    for (int i = 0; i < years; i++) {
        factor *= 1 + rate;
        if (++year > 2030)
            factor = (double)account->partner->balance.cents;
    }
    return factor * (double)account->balance.cents;
}

__attribute__((noinline)) static void audit(const account *accounts, int count, int64_t expected)
{
    int64_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += accounts[i].balance.cents;
    assert(sum == expected);
}

static void *work(void *arg)
{
    struct job *job = arg;
    for (int round = 0; round < job->rounds; round++) {
        pthread_mutex_lock(&job->lock);
        account *from = &job->accounts[round % job->count], *to = from->partner;
        money amount = {100 + round, "EUR"};
        transfer(from, to, amount);
        job->moved += amount.cents;
        pthread_mutex_unlock(&job->lock);
    }
    return job;
}

int main(int argc, char **argv)
{
    const char *stop = argc > 1 ? argv[1] : "";
    account accounts[3] = {
        {1, {100000, "EUR"}, NULL, {1, 2, 2020}},
        {2, {5000, "EUR"}, NULL, {31, 12, 2028}},
        {3, {-250, "USD"}, NULL, {15, 6, 2029}},
    };
    accounts[0].partner = &accounts[1];
    accounts[1].partner = &accounts[0];
    struct job job = {.accounts = accounts, .count = 2, .rounds = 4, .lock = PTHREAD_MUTEX_INITIALIZER};
    if (strcmp(stop, "thread") == 0)
        job.count = 3;
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, work, &job);
    pthread_join(thread, &result);
    if (strcmp(stop, "transfer") == 0)
        transfer(&accounts[2], accounts[2].partner, (money){1, "USD"});
    if (strcmp(stop, "interest") == 0)
        printf("%f\n", interest(&accounts[2], 0.05, 5));
    audit(accounts, 3, 104751);
    return result != &job;
}
