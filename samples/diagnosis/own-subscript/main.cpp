#include <cstdio>
#include <cstdlib>

// A list class of the program's own: its elements begin as NULL.
template <class T> class list {
    T *data = static_cast<T *>(std::calloc(40, sizeof(T)));
    int used = 0;

  public:
    int size() const { return used; }
    T &operator[](int index) { return data[index]; }
    void push(T item) { data[used++] = item; }
};

class option {
  public:
    virtual ~option() = default;
    virtual bool parse(const char *text) { return text[0] == '+'; }
    static list<option *> &all()
    {
        static list<option *> options;
        return options;
    }
};

static bool parse_all(const char *text)
{
    bool ok = false;
    for (int k = 0; !ok || k < option::all().size(); k++)
        ok = option::all()[k]->parse(text);
    return ok;
}

int main(int argc, char **argv)
{
    option::all().push(new option);
    return parse_all(argc > 1 ? argv[1] : "+") ? 0 : 1;
}
