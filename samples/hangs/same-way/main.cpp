#include <atomic>
#include <cstring>
#include <iostream>
#include <list>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#define APART __attribute__((noinline))

/* The search begins where it found something. */
APART static long same_place(const std::string &text)
{
    long count = 0;
    std::size_t at = 0;
    while ((at = text.find("a", at)) != std::string::npos)
        count++;
    return count;
}

/* As above, and moves on; over so much text that it takes its time. */
APART static long next_place(long rounds)
{
    const std::string text(1000, 'a');
    long count = 0;
    for (long i = 0; i < rounds; i++) {
        std::size_t at = 0;
        while ((at = text.find("a", at)) != std::string::npos) {
            count++;
            at++;
        }
    }
    return count;
}

APART static long same_letter(const char *text)
{
    long count = 0;
    for (const char *at = text; (at = std::strchr(at, 'a'));)
        count++;
    return count;
}

/* A stream that has failed reads nothing, and so never comes to its end. */
APART static long not_at_end()
{
    std::istringstream in("1 2 x 4");
    long sum = 0;
    int number = 0;
    while (!in.eof()) {
        in >> number;
        sum += number;
    }
    return sum;
}

APART static long by_index(const std::vector<int> &next)
{
    long count = 0;
    for (int i = 0; i != -1; i = next[(std::size_t)i])
        count++;
    return count;
}

/* As above, where each round ends. */
APART static long by_index_again(const std::vector<int> &next, long rounds)
{
    long count = 0;
    for (long round = 0; round < rounds; round++)
        for (int i = 0; i != -1; i = next[(std::size_t)i])
            count++;
    return count;
}

APART static int root(const std::vector<int> &parent, int x)
{
    while (parent[(std::size_t)x] != x)
        x = parent[(std::size_t)x];
    return x;
}

APART static long sequence(long n)
{
    long steps = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps;
}

/* What is found is taken out, and the iterator moves on only then. */
APART static long takes_out(std::list<int> numbers)
{
    long turns = 0;
    for (auto at = numbers.begin(); at != numbers.end(); turns++)
        if (*at == 99)
            at = numbers.erase(at);
    return turns;
}

APART static long last_one(std::vector<int> jobs)
{
    long turns = 0;
    while (!jobs.empty()) {
        int job = jobs.back();
        jobs.pop_back();
        jobs.push_back(job);
        turns++;
    }
    return turns;
}

/* As above, until a count is reached. */
APART static long last_one_until(std::vector<int> jobs, long last)
{
    long turns = 0;
    while (!jobs.empty()) {
        int job = jobs.back();
        jobs.pop_back();
        if (++turns != last)
            jobs.push_back(job);
    }
    return turns;
}

APART static long common_divisor(long a, long b)
{
    long steps = 0;
    while (a != b) {
        steps++;
        if (a > b)
            a -= b;
        else
            b -= a;
    }
    return a + steps;
}

/* The inner loop sets the outer one's counter back. */
APART static long shared_counter(int rows)
{
    long cells = 0;
    int i;
    for (i = 0; i < rows; i++)
        for (i = 0; i < 3; i++)
            cells++;
    return cells;
}

struct Step {
    int cost;
    std::shared_ptr<Step> next;
};

APART static long walk(const std::shared_ptr<Step> &first)
{
    long cost = 0;
    for (auto step = first; step; step = step->next)
        cost += step->cost;
    return cost;
}

static std::shared_ptr<Step> three_steps(bool leads_back)
{
    auto first = std::make_shared<Step>(Step{1, nullptr});
    first->next = std::make_shared<Step>(Step{2, nullptr});
    first->next->next = std::make_shared<Step>(Step{3, leads_back ? first->next : nullptr});
    return first;
}

static std::atomic<bool> ready;

APART static long nobody_sets()
{
    long turns = 0;
    while (!ready.load())
        turns++;
    return turns;
}

int main(int argc, char **argv)
{
    const std::string which = argc > 1 ? argv[1] : "";
    long result = 0;
    if (which == "same-place")
        result = same_place("the cat and a dog");
    else if (which == "next-place")
        result = next_place(1L << 50);
    else if (which == "same-letter")
        result = same_letter("the cat and a dog");
    else if (which == "not-at-end")
        result = not_at_end();
    else if (which == "by-index")
        result = by_index({1, 2, 3, 1});
    else if (which == "by-index-again")
        result = by_index_again({1, 2, 3, -1}, 1L << 50);
    else if (which == "root")
        result = root({1, 2, 0}, 0);
    else if (which == "sequence")
        result = sequence(-5);
    else if (which == "takes-out")
        result = takes_out({1, 2, 3});
    else if (which == "last-one")
        result = last_one({1, 2, 3});
    else if (which == "last-one-until")
        result = last_one_until({1, 2, 3}, 1L << 50);
    else if (which == "divisor")
        result = common_divisor(0, 5);
    else if (which == "shared-counter")
        result = shared_counter(10);
    else if (which == "walk")
        result = walk(three_steps(true));
    else if (which == "walk-ends")
        result = walk(three_steps(false));
    else if (which == "nobody-sets")
        result = nobody_sets();
    std::cout << result << "\n";
    return 0;
}
