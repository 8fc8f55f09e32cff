#include <iostream>
#include <queue>
#include <string>
#include <vector>

static long keeps_first()
{
    std::queue<int> jobs;
    jobs.push(1);
    jobs.push(2);
    long sum = 0;
    while (!jobs.empty()) {
        sum += jobs.front();
    }
    return sum;
}

static long same_index(const std::vector<int> &given)
{
    std::vector<int> values = given;
    std::size_t i = 0;
    long sum = 0;
    while (i < values.size()) {
        sum += values[i];
    }
    return sum;
}

static long same_iterator(const std::vector<int> &given)
{
    std::vector<int> values = given;
    long sum = 0;
    auto at = values.begin();
    while (at != values.end()) {
        sum += *at;
    }
    return sum;
}

static int no_number()
{
    int choice = 0;
    while (choice != 4) {
        std::cin >> choice;
    }
    return choice;
}

/* Each turn takes one and gives one; the turns count down to the last. */
static long refills(long turns)
{
    std::queue<long> jobs;
    jobs.push(1);
    long sum = 0;
    while (!jobs.empty()) {
        sum += jobs.front();
        jobs.pop();
        if (sum < turns)
            jobs.push(1);
    }
    return sum;
}

/* Each turn adds one more to go through; no turn has to move them all. */
static std::size_t grows(const std::vector<int> &given)
{
    std::vector<int> values = given;
    values.reserve(300000000);
    for (std::size_t i = 0; i < values.size(); i++)
        values.push_back(values[i % 3]);
    return values.size();
}

/* As above, up to a size. */
static std::size_t grows_so_far(const std::vector<int> &given)
{
    std::vector<int> values = given;
    for (std::size_t i = 0; i < values.size(); i++)
        if (values.size() < 200000000)
            values.push_back(values[i % 3]);
    return values.size();
}

static void take(std::queue<long> &jobs, long &turns)
{
    if (--turns == 0)
        jobs.pop();
}

static long handed_on(long turns)
{
    std::queue<long> jobs;
    jobs.push(1);
    while (!jobs.empty()) {
        take(jobs, turns);
    }
    return turns;
}

int main(int argc, char **argv)
{
    const std::string which = argc > 1 ? argv[1] : "";
    long result = 0;
    if (which == "keeps-first")
        result = keeps_first();
    else if (which == "same-index")
        result = same_index({1, 2, 3});
    else if (which == "same-iterator")
        result = same_iterator({1, 2, 3});
    else if (which == "no-number")
        result = no_number();
    else if (which == "refills")
        result = refills(1L << 60);
    else if (which == "grows")
        result = static_cast<long>(grows({1, 2, 3}));
    else if (which == "grows-so-far")
        result = static_cast<long>(grows_so_far({1, 2, 3}));
    else if (which == "handed-on")
        result = handed_on(1L << 60);
    std::cout << result << "\n";
    return 0;
}
