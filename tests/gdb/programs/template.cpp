// stops: overflow bounds chain rethrow
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>

template <typename T, unsigned N> class Ring
{
  public:
    void push(const T &value)
    {
        if (size_ == N)
            throw std::length_error("ring is full");
        items_[(first_ + size_) % N] = value;
        size_++;
    }
    T &operator[](unsigned index)
    {
        unsigned place = (first_ + index) % N;
        if (index >= size_)
            std::abort();
        return items_[place];
    }

  private:
    T items_[N] = {};
    unsigned first_ = 1, size_ = 0;
};

template <typename K, typename V> struct Entry {
    K key;
    V value;
    Entry *next = nullptr;
};

template <typename K, typename V> class Chain
{
  public:
    Entry<K, V> *add(K key, V value)
    {
        auto *entry = new Entry<K, V>{key, value, head_};
        head_ = entry;
        return entry;
    }
    V &at(const K &key)
    {
        Entry<K, V> *entry = head_;
        while (entry->key != key)
            entry = entry->next;
        return entry->value;
    }

  private:
    Entry<K, V> *head_ = nullptr;
};

struct Resource {
    explicit Resource(int number) : number(number) {}
    ~Resource() { released++; }
    int number;
    static int released;
};
int Resource::released;

__attribute__((noinline)) static int guarded(int depth)
{
    Resource resource(depth);
    int result = 0;
    try {
        if (depth == 0)
            throw resource.number + 5;
        result = guarded(depth - 1);
    } catch (int code) {
        int kept = code + depth;
        if (depth == 2)
            throw std::runtime_error("too deep");
        throw kept;
    }
    return result;
}

int main(int argc, char **argv)
{
    const char *stop = argc > 1 ? argv[1] : "";
    Ring<int, 4> numbers;
    Ring<const char *, 2> names;
    Chain<long, double> chain;
    names.push("one");
    for (int i = 0; i < (std::strcmp(stop, "overflow") == 0 ? 5 : 3); i++)
        numbers.push(i * 10);
    int sum = numbers[1];
    if (std::strcmp(stop, "bounds") == 0)
        sum += numbers[3];
    chain.add(1, 1.5);
    auto *second = chain.add(2, 2.5);
    second->value = 3.5;
    if (std::strcmp(stop, "chain") == 0)
        sum += (int)chain.at(9);
    sum += guarded(2);
    std::printf("%d\n", sum);
    return 0;
}
