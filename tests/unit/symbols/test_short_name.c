#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/cleanup.h"
#include "symbols/short_name.h"

#define STRING "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >"

static const char *const names[][2] = {
    {"int", "int"},
    {STRING, "std::string"},
    {"const " STRING " &", "const std::string &"},
    {"std::basic_string<char32_t, std::char_traits<char32_t>, std::allocator<char32_t> >", "std::u32string"},
    {"std::basic_string_view<char, std::char_traits<char> >", "std::string_view"},
    {"std::basic_ostream<wchar_t, std::char_traits<wchar_t> > *", "std::wostream *"},
    {"std::vector<int, std::allocator<int> >", "std::vector<int>"},
    {"std::vector<std::vector<" STRING ", std::allocator<" STRING " > >, std::allocator<std::vector<" STRING ", std::allocator<" STRING " > > > >",
     "std::vector<std::vector<std::string>>"},
    {"std::map<" STRING ", int, std::less<" STRING " >, std::allocator<std::pair<const " STRING ", int> > >", "std::map<std::string, int>"},
    {"std::map<int, int, std::greater<int>, std::allocator<std::pair<const int, int> > >", "std::map<int, int, std::greater<int>>"},
    {"std::unordered_map<int, char, std::hash<int>, std::equal_to<int>, std::allocator<std::pair<const int, char> > >",
     "std::unordered_map<int, char>"},
    {"std::unique_ptr<Node, std::default_delete<Node> >", "std::unique_ptr<Node>"},
    {"std::unique_ptr<int [], std::default_delete<int []> >", "std::unique_ptr<int []>"},
    {"std::stack<int, std::deque<int, std::allocator<int> > >", "std::stack<int>"},
    {"std::queue<int, std::__cxx11::list<int, std::allocator<int> > >", "std::queue<int, std::list<int>>"},
    {"std::priority_queue<int, std::vector<int, std::allocator<int> >, std::less<int> >", "std::priority_queue<int>"},
    {"__gnu_cxx::__normal_iterator<int*, std::vector<int, std::allocator<int> > >", "std::vector<int>::iterator"},
    {"std::function<int (const Message&, std::vector<int, std::allocator<int> >)>", "std::function<int (const Message&, std::vector<int>)>"},
    {"std::__1::vector<std::__1::basic_string<char, std::__1::char_traits<char>, std::__1::allocator<char>>, "
     "std::__1::allocator<std::__1::basic_string<char, std::__1::char_traits<char>, std::__1::allocator<char>>>>",
     "std::vector<std::string>"},
    {"std::span<int, 18446744073709551615>", "std::span<int>"},
    {"std::span<int, 2>", "std::span<int, 2>"},
    {"std::filesystem::__cxx11::path", "std::filesystem::path"},
    {"const std::chrono::_V2::steady_clock &", "const std::chrono::steady_clock &"},
    {"std::__1::__fs::filesystem::path", "std::filesystem::path"},
    {"std::__debug::vector<int, std::allocator<int> >", "std::vector<int>"},
    {"mine::__1::path", "mine::__1::path"},
    {"std::array<int, 3>[2]", "std::array<int, 3>[2]"},
    {"Ring<int, 4u>", "Ring<int, 4u>"},
    {"mine::Box<std::allocator<int> >::Inner", "mine::Box<std::allocator<int>>::Inner"},
    {"mine::map<int, std::less<int> >", "mine::map<int, std::less<int>>"},
    {"main()::<lambda(int)>", "main()::<lambda(int)>"},
    {STRING "::substr", "std::string::substr"},
    {"std::__cxx11::stoi", "std::stoi"},
    {"std::vector<int, std::allocator<int> >::operator[]", "std::vector<int>::operator[]"},
    {"std::function<int (int)>::operator()", "std::function<int (int)>::operator()"},
    {"std::operator< <char, std::char_traits<char> >", "std::operator< <char, std::char_traits<char> >"},
    {"mine::operator_table<std::allocator<int> >::run", "mine::operator_table<std::allocator<int> >::run"},
    /* Brackets that do not match: as they are. */
    {"std::vector<int, std::allocator<int>", "std::vector<int, std::allocator<int>"},
    {"<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<", "<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<"},
    {"a<b<c<d<e<f<g<h<i<j<k<l<m<n<o<p<q<r>>>>>>>>>>>>>>>>>", "a<b<c<d<e<f<g<h<i<j<k<l<m<n<o<p<q<r>>>>>>>>>>>>>>>>>"},
    {"a<,>", "a<, >"},
};

static void test_names(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    for (size_t i = 0; i < TR_COUNT(names); i++)
        assert_string_equal(tr_short_name(arena, names[i][0]), names[i][1]);
    tr_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_names)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
