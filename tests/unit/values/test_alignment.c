/* Where the value of a map's entry lies is found through its alignment, which the library hides below many base classes. */
#include "stopped.h"

static void deep_types(void **state)
{
    (void)state;
    struct stopped stopped;
    test_write("v.cpp", "#include <map>\n#include <optional>\n#include <variant>\n"
                        "int main()\n{\n"
                        "    std::map<bool, std::variant<short>> one{{false, (short)77}};\n"
                        "    std::map<char, std::optional<std::variant<char, short>>> two{{'x', 'y'}};\n"
                        "    __asm__ volatile(\"int3\" : : \"r\"(&one), \"r\"(&two) : \"memory\");\n"
                        "    return 0;\n}\n");
    test_build("g++", "-std=c++17 -fno-omit-frame-pointer -g -O0 v.cpp -o v");
    stopped_look(&stopped, "v");
    stopped_check(&stopped, "main", "one", "{[false]={*=77}}");
    stopped_check(&stopped, "main", "two", "{['x']={*={*='y'}}}");
    stopped_end(&stopped);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(deep_types)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    test_folder_remove();
    return failed;
}
