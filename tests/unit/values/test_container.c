#include "containers.h"
#include "stopped.h"

#include "base/limits.h"

static const char *const sequences[][2] = {
    {"bits", "{[0]=true, [1]=false, [2]=true}"}, {"many_bits", "{[0..99]=true}"}, {"triple", "{[0]=4, [1]=5, [2]=6}"}, {"nothing", ""},
    {"items", "{[0]={name=\"bolt\", count=2}}"}, {"words", "{[0]=\"a\", [1]=\"b\"}"}, {"none", ""}, {"chain", "{[0]=1.5, [1]=2.5}"},
    {"flags", "{[0]=true, [1]=false, [2]=true, [3]=false, [4]=false}"}, {"part", "{[0]=4, [1]=5, [2]=6}"}, {"two", "{[0]=4, [1]=5}"},
    {"numbers", "{[0]=1, [1]=2}"}, {"given", "{[0]=7, [1]=8}"}, {"pile", "{[0]=1, [1]=2}"}, {"line", "{[0]=\"x\"}"}, {"best", "{[0]=5, [1]=1}"},
    {"pooled", "\"pool\""}, {"no_flags", ""}, {NULL, NULL},
};

static const char *const keyed[][2] = {
    {"stock", "{[\"API_KEY\"]=4, [\"bolt\"]=2, [\"nut\"]=3}"}, {"settings", "{[\"API_KEY\"]=\"***\", [\"a\"]=\"b\"}"},
    {"numbers", "{[0]=1, [1]=2, [2]=3}"}, {"letters", "{[0]='a', [1]='a'}"}, {"colors", "{[Color::Red]=1, [Color::Red]=2}"},
    {"names", "{[7]=\"seven\"}"}, {"seen", "{[0]=\"x\"}"}, {"grid", "{[{1, 2}]='q'}"}, {"lists", "{[1]={[0]=2, [1]=3}}"},
    {"wide", "{['a']=5}"}, {"found", "{*={first=\"nut\", second=3}}"}, {"end", "end()"}, {"hashed", "{*={first=7, second=\"seven\"}}"},
    {"empty", ""}, {"bare", ""}, {NULL, NULL},
};

static const char *const wrapped[][2] = {
    {"both", "{first=1, second=\"two\"}"}, {"three", "{[0]=1, [1]=\"b\", [2]=2.5}"}, {"zero", ""}, {"maybe", "{*=3}"}, {"no", "nullopt"},
    {"text", "{*=\"t\"}"}, {"either", "{*=\"v\"}"}, {"item", "{*={name=\"nut\", count=3}}"}, {"null", "0x0"},
    {"shared", "{*=5, use_count=2, weak_count=1}"}, {"watcher", "{*=5, use_count=2, weak_count=1}"},
    {"gone", "<freed>{use_count=0, weak_count=1}"}, {"base", "{*={<Base>={b=1}, d=2}}"}, {"empty", "0x0"}, {"counter", "4"}, {"ready", "true"},
    {"where", "0x0"}, {"free", "unlocked{locked=false}"}, {"at", "{*=2}"}, {"back", "{*=2}"}, {"reference", "{*=1}"}, {"path", "\"/tmp/x\""},
    {"idle", "0x0"}, {"link", "{*=9}"}, {NULL, NULL},
};

/* Smart pointers and iterators have an address, too: it is not compared. */
static void without_address(struct tr_variable *node)
{
    if (node->children.count && node->value && strncmp(node->value, "0x", 2) == 0)
        node->value = NULL;
    node->points_to = NULL;
    TR_EACH(struct tr_variable, child, &node->children)
        without_address(child);
}

static void check_all(struct stopped *stopped, const char *function, const char *const (*cases)[2])
{
    unsigned wrong = 0;
    for (; (*cases)[0]; cases++) {
        struct tr_variable *node = stopped_find(stopped, function, (*cases)[0]);
        if (node && strcmp((*cases)[0], "null") != 0) {
            if (node->value && strncmp(node->value, "0x", 2) == 0 && node->state == TR_STATE_FREED)
                node->value = NULL;
            without_address(node);
        }
        tr_auto_str struct tr_str text = {0};
        if (node)
            stopped_add_text(&text, node);
        if (!node || strcmp(tr_str_text(&text), (*cases)[1]) != 0) {
            print_error("%s is %s, not %s (%s)\n", (*cases)[0], tr_str_text(&text), (*cases)[1],
                        node && node->reason ? node->reason : "no reason");
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

static void check_sequences(struct stopped *stopped)
{
    check_all(stopped, "sequences", sequences);
    const struct tr_variable *ring = stopped_find(stopped, "sequences", "ring");
    assert_int_equal(ring->size.value, 303);
    assert_int_equal(ring->omitted_children.value, 303 - TR_LIMIT_ELEMENTS_HEAD - TR_LIMIT_ELEMENTS_TAIL);
    stopped_check_text(tr_list_at(&ring->children, struct tr_variable, 0), "[0]", "-3");
    stopped_check_text(tr_list_at(&ring->children, struct tr_variable, 23), "[23]", "20");
    stopped_check_text(tr_list_at(&ring->children, struct tr_variable, 25), "[302]", "299");
    const struct tr_variable *hundred = stopped_find(stopped, "sequences", "hundred");
    assert_int_equal(hundred->size.value, 100);
    assert_int_equal(hundred->omitted_children.value, 100 - TR_LIMIT_ELEMENTS_HEAD);
    assert_int_equal(hundred->kind, TR_VALUE_CONTAINER);
}

static void check_keyed(struct stopped *stopped)
{
    check_all(stopped, "keyed", keyed);
    assert_int_equal(stopped_find(stopped, "keyed", "large")->size.value, 1000);
}

static void check_wrapped(struct stopped *stopped)
{
    assert_non_null(strstr(stopped_find(stopped, "wrapped", "call")->value, "<add>"));
    const char *lambda = stopped_find(stopped, "wrapped", "lambda")->value;
    assert_true(strstr(lambda, "wrapped") && !strstr(lambda, "0x"));
    struct tr_variable *held = stopped_find(stopped, "wrapped", "held");
    assert_string_equal(held->value, "locked");
    assert_int_equal(held->children.count, 2);
    check_all(stopped, "wrapped", wrapped);
    struct tr_variable *error = stopped_find(stopped, "wrapped", "error");
    /* Clang leaves the definition to the library. */
    if (error->state == TR_STATE_OK)
        stopped_check_text(error, "error", "{what=\"bad\"}");
    else
        stopped_check_text(error, "error", "<unavailable>");
}

static void check(struct stopped *stopped)
{
    stopped_objects(stopped);
    check_sequences(stopped);
    check_keyed(stopped);
    check_wrapped(stopped);
}

static void test_gcc(void **state)
{
    (void)state;
    struct stopped stopped;
    stopped_start(&stopped, many, "g++", "-g -O0 -x c++ -std=c++20");
    check(&stopped);
    stopped_end(&stopped);
}

static void test_clang(void **state)
{
    (void)state;
    struct stopped stopped;
    stopped_start(&stopped, many, "clang++", "-g -O0 -x c++ -std=c++20");
    check(&stopped);
    stopped_end(&stopped);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gcc),
        cmocka_unit_test(test_clang),
    };
    return cmocka_run_group_tests(tests, NULL, stopped_finish);
}
