// stops: find throw empty count
#include <cstring>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

struct Book {
    std::string title;
    int year;
    std::optional<std::string> lender;
    std::set<std::string> tags;
};

class Library
{
  public:
    void add(const std::string &title, int year, std::set<std::string> tags)
    {
        books_[title] = Book{title, year, std::nullopt, std::move(tags)};
        years_.emplace(year, title);
    }

    Book &find(const std::string &title)
    {
        auto found = books_.find(title);
        if (found == books_.end())
            throw std::out_of_range("no book called " + title);
        return found->second;
    }

    void lend(const std::string &title, const std::string &who)
    {
        Book &book = find(title);
        book.lender = who;
        history_.push_back({title, who});
    }

    std::size_t count(const std::string &tag) const
    {
        std::size_t number = 0;
        for (const auto &[title, book] : books_) {
            if (book.tags.count(tag))
                number++;
            if (number == 2)
                __builtin_trap();
        }
        return number;
    }

    const std::pair<std::string, std::string> &last() const
    {
        const auto *entry = history_.data();
        std::size_t size = history_.size();
        return entry[size - 1];
    }

  private:
    std::map<std::string, Book> books_;
    std::multimap<int, std::string> years_;
    std::vector<std::pair<std::string, std::string>> history_;
};

__attribute__((noinline)) static std::size_t length(const Library &library)
{
    const auto &[title, who] = library.last();
    std::string both = title + "/" + who;
    return both.size();
}

int main(int argc, char **argv)
{
    std::string stop = argc > 1 ? argv[1] : "";
    Library library;
    library.add("Emma", 1815, {"novel", "classic"});
    library.add("Ulysses", 1922, {"novel"});
    library.add("A very long title that does not fit into the object itself", 2001, {});
    std::vector<std::string> wanted = {"Emma", "Ulysses"};
    if (stop != "empty")
        for (const auto &title : wanted)
            library.lend(title, "ann");
    if (stop == "find")
        library.lend("Dune", "bob");
    if (stop == "throw") {
        try {
            library.find("Persuasion");
        } catch (const std::exception &error) {
            std::string text = error.what();
            std::cerr << text << std::endl;
            std::abort();
        }
    }
    std::size_t size = length(library);
    std::cout << size + library.count("novel") << std::endl;
    return 0;
}
