#include "tracee.h"

#include "symbols/dwarf.h"
#include "symbols/location.h"
#include "symbols/type.h"

#include <inttypes.h>

enum { FRAMES = 4, RBP = 6, RSP = 7, RIP = 16 };

/* Frames of a program that keeps rbp: enough of an unwinder for these tests. */
struct stopped {
    struct tracee tracee;
    struct tr_frame_context frames[FRAMES];
    struct tr_function functions[FRAMES][8];
    size_t chain[FRAMES];
};

static void set_registers(struct tr_frame_context *frame, const struct user_regs_struct *r)
{
    const uint64_t values[] = {r->rax, r->rdx, r->rcx, r->rbx, r->rsi, r->rdi, r->rbp, r->rsp, r->r8,
                               r->r9,  r->r10, r->r11, r->r12, r->r13, r->r14, r->r15, r->rip};
    memcpy(frame->registers, values, sizeof(values));
    frame->known = 0x1ffff;
}

static void stopped_start(struct stopped *stopped, const char *program)
{
    memset(stopped, 0, sizeof(*stopped));
    struct tracee *tracee = &stopped->tracee;
    tracee_start(tracee, program);
    uint64_t rbp = tracee->registers.rbp, pc = tracee->registers.rip;
    for (size_t i = 0; i < FRAMES; i++) {
        struct tr_frame_context *frame = &stopped->frames[i];
        *frame = (struct tr_frame_context){.memory = tracee->memory, .pc = pc, .lookup_pc = pc - 1, .cfa = rbp + 16,
                                           .fs_base = tracee->registers.fs_base, .images = tracee->images};
        if (i == 0)
            set_registers(frame, &tracee->registers);
        else
            frame->known = 1u << RBP | 1u << RSP | 1u << RIP;
        frame->registers[RBP] = rbp;
        frame->registers[RIP] = pc;
        if (i > 0) {
            frame->registers[RSP] = stopped->frames[i - 1].cfa;
            stopped->frames[i - 1].caller = frame;
        }
        struct tr_image *image = tr_images_find(tracee->images, pc - 1);
        if (image)
            stopped->chain[i] = tr_functions_at(tr_image_dwarf(image), pc - 1, stopped->functions[i], 8);
        if (!tr_memory_read_u64(tracee->memory, rbp + 8, &pc) || !tr_memory_read_u64(tracee->memory, rbp, &rbp))
            break;
    }
}

struct wanted {
    const char *name;
    struct tr_scope_variable variable;
    size_t seen;
};

static bool take_named(void *arg, const struct tr_scope_variable *variable)
{
    struct wanted *wanted = arg;
    wanted->seen++;
    if (strcmp(variable->name, wanted->name) != 0)
        return true;
    wanted->variable = *variable;
    return false;
}

static struct tr_scope_variable find(const struct stopped *stopped, size_t frame, size_t level, const char *name)
{
    struct wanted wanted = {.name = name};
    tr_scope_variables(&stopped->functions[frame][level], stopped->frames[frame].lookup_pc, take_named, &wanted);
    if (!wanted.variable.name)
        fail_msg("no variable %s in frame %zu", name, frame);
    return wanted.variable;
}

static struct tr_place locate(const struct stopped *stopped, size_t frame, size_t level, const char *name)
{
    struct tr_scope_variable variable = find(stopped, frame, level, name);
    struct tr_place place;
    tr_locate_variable(&variable.die, &stopped->functions[frame][level], &stopped->frames[frame], &place);
    return place;
}

/* The bytes of a variable as an integer. */
static bool value_of(const struct stopped *stopped, size_t frame, size_t level, const char *name, int64_t *ret)
{
    struct tr_scope_variable variable = find(stopped, frame, level, name);
    struct tr_place place = locate(stopped, frame, level, name);
    Dwarf_Die type;
    uint64_t size, value = 0;
    assert_true(tr_type_of(&variable.die, &type) && tr_type_size(&type, &size) && size <= 8);
    if (place.type == TR_PLACE_MEMORY)
        assert_true(tr_memory_read(stopped->tracee.memory, place.address, &value, size));
    else if (place.type == TR_PLACE_VALUE || place.type == TR_PLACE_PIECES)
        memcpy(&value, place.bytes, size < place.size ? size : place.size);
    else
        return false;
    *ret = size < 8 ? (int64_t)(value << (64 - 8 * size)) >> (64 - 8 * size) : (int64_t)value;
    return true;
}

static void check_value(const struct stopped *stopped, size_t frame, size_t level, const char *name, int64_t expected)
{
    int64_t value;
    if (!value_of(stopped, frame, level, name, &value))
        fail_msg("%s: %s", name, locate(stopped, frame, level, name).reason);
    if (value != expected)
        fail_msg("%s: %" PRId64 ", expected %" PRId64, name, value, expected);
}

static bool build(const char *compiler, const char *flags, const char *file, const char *out)
{
    if (!test_has(compiler)) {
        print_message("skipped: there is no %s\n", compiler);
        return false;
    }
    print_message("%s %s\n", compiler, flags);
    assert_true(test_shell("%s -g %s -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer %s -o %s", compiler, flags, file, out));
    return true;
}

static const char locals[] =
    "static int counter = 41;\n"
    "__thread int before = 5; __thread long mine = 77;\n"
    "struct pair { int a; long b; };\n"
    "__attribute__((noinline)) int work(int x, const char *text, struct pair by_value)\n"
    "{\n"
    "    static short kept = -7;\n"
    "    int y = x * 2;\n"
    "    struct pair p = {y, 9};\n"
    "    for (int i = 3; i < 5; i++) {\n"
    "        int z = i + y;\n"
    "        {\n"
    "            int x = -1;\n"
    "            mine += before;\n"
    "            __asm__ volatile(\"int3\" : : \"r\"(&x), \"r\"(&z), \"r\"(&p), \"r\"(&y) : \"memory\");\n"
    "            counter += x + z + kept + (int)mine + (text != 0);\n"
    "        }\n"
    "        { int unrelated = 4; counter += unrelated; }\n"
    "    }\n"
    "    return counter + (int)p.b + (int)by_value.b;\n"
    "}\n"
    "int main(int c, char **v)\n"
    "{\n"
    "    int local = c + 10;\n"
    "    struct pair big = {1, 1234567890123};\n"
    "    return work(local, v[0], big) & local;\n"
    "}\n";

static void test_locals(void **state)
{
    (void)state;
    static const char *const flavours[][2] = {{"gcc", "-O0"}, {"gcc", "-O0 -gdwarf-4"}, {"gcc", "-O0 -static"},
                                              {"gcc", "-O0 -gsplit-dwarf"}, {"clang", "-O0"},
                                              {"clang", "-O0 -gsplit-dwarf"}};
    test_write("l.c", locals);
    for (size_t i = 0; i < TR_COUNT(flavours); i++) {
        struct stopped stopped;
        if (!build(flavours[i][0], flavours[i][1], "l.c", "l"))
            continue;
        stopped_start(&stopped, "l");
        assert_int_equal(stopped.chain[0], 1);
        check_value(&stopped, 0, 0, "y", 26);
        check_value(&stopped, 0, 0, "i", 3);
        check_value(&stopped, 0, 0, "z", 29);
        check_value(&stopped, 0, 0, "kept", -7);
        check_value(&stopped, 1, 0, "local", 13);
        check_value(&stopped, 1, 0, "c", 3);
        /* Parameters come first, so that the outer x is met before the inner one of the same name. */
        check_value(&stopped, 0, 0, "x", 13);
        assert_true(find(&stopped, 0, 0, "x").is_parameter);
        assert_int_equal(find(&stopped, 0, 0, "z").declared_line, 10);
        assert_true(find(&stopped, 0, 0, "z").depth > find(&stopped, 0, 0, "y").depth);
        assert_true(find(&stopped, 0, 0, "z").scope_low > stopped.functions[0][0].low);
        struct tr_place pair = locate(&stopped, 0, 0, "by_value");
        assert_int_equal(pair.type, TR_PLACE_MEMORY);
        uint64_t big;
        assert_true(tr_memory_read_u64(stopped.tracee.memory, pair.address + 8, &big));
        assert_int_equal(big, 1234567890123);
        struct wanted none = {.name = "unrelated"};
        tr_scope_variables(&stopped.functions[0][0], stopped.frames[0].lookup_pc, take_named, &none);
        assert_null(none.variable.name);
        assert_int_equal(none.seen, 9);
        tracee_end(&stopped.tracee);
    }
}

static void test_thread_local(void **state)
{
    (void)state;
    static const char *const flavours[][2] = {{"gcc", "-O0"}, {"gcc", "-O0 -static"}, {"gcc", "-O0 -gsplit-dwarf"},
                                              {"clang", "-O0"}};
    test_write("l.c", locals);
    for (size_t i = 0; i < TR_COUNT(flavours); i++) {
        struct stopped stopped;
        struct wanted wanted = {.name = "mine"};
        struct tr_place place;
        if (!build(flavours[i][0], flavours[i][1], "l.c", "l"))
            continue;
        stopped_start(&stopped, "l");
        struct tr_unit *unit = stopped.functions[0][0].unit;
        tr_unit_globals(unit, take_named, &wanted);
        assert_non_null(wanted.variable.name);
        tr_locate_static(&wanted.variable.die, unit, &stopped.frames[0], &place);
        assert_int_equal(place.type, TR_PLACE_MEMORY);
        uint64_t value;
        assert_true(tr_memory_read_u64(stopped.tracee.memory, place.address, &value));
        assert_int_equal(value, 82);
        stopped.frames[0].fs_base = 0;
        tr_locate_static(&wanted.variable.die, unit, &stopped.frames[0], &place);
        assert_int_equal(place.type, TR_PLACE_NONE);
        assert_string_equal(place.reason, "the thread pointer is not known");
        tracee_end(&stopped.tracee);
    }
}

static const char optimized[] =
    "struct pair { long a, b; };\n"
    "volatile int sink;\n"
    "static inline __attribute__((always_inline)) int add(struct pair p, int k)\n"
    "{\n"
    "    int sum = (int)p.a + (int)p.b + k;\n"
    "    __asm__ volatile(\"int3\" : : \"r\"(sum));\n"
    "    return sum;\n"
    "}\n"
    "__attribute__((noipa, noinline)) int work(int n, int unused, long gone)\n"
    "{\n"
    "    struct pair p = {n, 20};\n"
    "    int twice = n * 2;\n"
    "    int fixed = 200;\n"
    "    int result = add(p, 3);\n"
    "    sink = result + n;\n"
    "    return twice + fixed;\n"
    "}\n"
    "int main(int c, char **v) { (void)v; return work(c + 4, 1, 99) + c; }\n";

static void test_optimized(void **state)
{
    (void)state;
    static const char *const flavours[][2] = {{"gcc", "-O2"}, {"gcc", "-O2 -gdwarf-4"}, {"gcc", "-O1"},
                                              {"gcc", "-O3 -gsplit-dwarf"}, {"clang", "-O2"}};
    test_write("o.c", optimized);
    for (size_t i = 0; i < TR_COUNT(flavours); i++) {
        struct stopped stopped;
        bool is_gcc = strcmp(flavours[i][0], "gcc") == 0;
        if (!build(flavours[i][0], flavours[i][1], "o.c", "o"))
            continue;
        stopped_start(&stopped, "o");
        assert_int_equal(stopped.chain[0], 2);
        check_value(&stopped, 0, 0, "sum", 7 + 20 + 3);
        check_value(&stopped, 0, 0, "k", 3);
        check_value(&stopped, 0, 1, "n", 7);
        if (is_gcc)
            check_value(&stopped, 0, 1, "twice", 14);
        check_value(&stopped, 0, 1, "fixed", 200);
        struct tr_place pair = locate(&stopped, 0, 1, "p");
        if (is_gcc) {
            int64_t halves[2];
            assert_int_equal(pair.type, TR_PLACE_PIECES);
            memcpy(halves, pair.bytes, sizeof(halves));
            assert_int_equal(pair.missing, 0);
            assert_int_equal(halves[0], 7);
            assert_int_equal(halves[1], 20);
        }
        tracee_end(&stopped.tracee);
    }
}

/* A pointer to a variable that lives in registers only: the variable is known, its address is not. */
static void test_implicit_pointer(void **state)
{
    (void)state;
    static const char *const flavours[] = {"-O2", "-O2 -gdwarf-4", "-O2 -gsplit-dwarf"};
    test_write("q.c", "struct pair { int a, b; };\nvolatile int sink;\n"
                      "static inline __attribute__((always_inline)) int sum(struct pair *p)\n{\n    int r = p->a + p->b;\n"
                      "    __asm__ volatile(\"int3\" : : \"r\"(r));\n    return r;\n}\n"
                      "__attribute__((noipa)) int work(int n)\n{\n    struct pair local = {n, 20};\n    int r = sum(&local);\n"
                      "    sink = local.a + local.b;\n    return r;\n}\n"
                      "int main(int c, char **v) { (void)v; return work(c + 4) + c; }\n");
    for (size_t i = 0; i < TR_COUNT(flavours); i++) {
        struct stopped stopped;
        if (!build("gcc", flavours[i], "q.c", "q"))
            skip();
        stopped_start(&stopped, "q");
        struct tr_place place = locate(&stopped, 0, 0, "p"), target;
        if (place.type == TR_PLACE_NONE && strstr(flavours[i], "split")) {
            assert_string_equal(place.reason, "a pointer to a variable that was optimized out");
            tracee_end(&stopped.tracee);
            continue;
        }
        assert_int_equal(place.type, TR_PLACE_POINTER);
        assert_int_equal(place.offset, 0);
        assert_string_equal(dwarf_diename(&place.target), "local");
        tr_locate_variable(&place.target, &stopped.functions[0][1], &stopped.frames[0], &target);
        int halves[2];
        assert_int_equal(target.type, TR_PLACE_PIECES);
        memcpy(halves, target.bytes, sizeof(halves));
        assert_int_equal(halves[0], 7);
        assert_int_equal(halves[1], 20);
        tracee_end(&stopped.tracee);
    }
}

static const char entry[] =
    "volatile int sink;\n"
    "#define CLOBBER \"rax\", \"rcx\", \"rdx\", \"rsi\", \"rdi\", \"r8\", \"r9\", \"r10\", \"r11\", \"memory\"\n"
    "__attribute__((noipa)) int leaf(int a, long b)\n"
    "{\n"
    "    sink = a + (int)b;\n"
    "    __asm__ volatile(\"int3\" : : \"r\"(__builtin_frame_address(0)) : CLOBBER);\n"
    "    return sink;\n"
    "}\n"
    "__attribute__((noipa)) int middle(int x) { int r = leaf(x + 1, 42); sink = r; return r + 1; }\n"
    "__attribute__((noipa)) int tail(int x) { sink = x; return leaf(x, 43); }\n"
    "__attribute__((noipa)) int outer(int x) { int r = WHICH(5); sink = r; return r + x; }\n"
    "int main(int c, char **v) { (void)v; int r = outer(c); sink = r; return r + 1; }\n";

/* What leaf was called with is proved by the call in middle, and middle's own by outer. */
static void test_entry_values(void **state)
{
    (void)state;
    static const char *const flavours[] = {"-O2 -DWHICH=middle", "-O2 -gdwarf-4 -DWHICH=middle", "-O2 -gsplit-dwarf -DWHICH=middle"};
    test_write("e.c", entry);
    for (size_t i = 0; i < TR_COUNT(flavours); i++) {
        struct stopped stopped;
        if (!build("gcc", flavours[i], "e.c", "e"))
            skip();
        stopped_start(&stopped, "e");
        assert_string_equal(stopped.functions[1][0].name, "middle");
        check_value(&stopped, 0, 0, "b", 42);
        check_value(&stopped, 0, 0, "a", 6);
        check_value(&stopped, 1, 0, "x", 5);
        tracee_end(&stopped.tracee);
    }
}

/* tail() has left its frame: the return address is outer's, whose call names tail, so nothing is proved about leaf. */
static void test_entry_values_after_tail_call(void **state)
{
    (void)state;
    struct stopped stopped;
    test_write("e.c", entry);
    if (!build("gcc", "-O2 -DWHICH=tail", "e.c", "e"))
        skip();
    stopped_start(&stopped, "e");
    assert_string_equal(stopped.functions[0][0].name, "leaf");
    assert_string_equal(stopped.functions[1][0].name, "outer");
    struct tr_place place = locate(&stopped, 0, 0, "a");
    assert_int_equal(place.type, TR_PLACE_NONE);
    assert_int_equal(place.state, TR_STATE_UNAVAILABLE);
    assert_string_equal(place.reason, "the value at function entry is not known");
    tracee_end(&stopped.tracee);
}

/* The argument's register may be overwritten by the call: outside the innermost frame it is not read. */
static void test_unknown_register(void **state)
{
    (void)state;
    struct stopped stopped;
    test_write("o.c", optimized);
    if (!build("gcc", "-O2", "o.c", "o"))
        skip();
    stopped_start(&stopped, "o");
    stopped.frames[0].known = 0;
    struct tr_place place = locate(&stopped, 0, 0, "sum");
    assert_int_equal(place.type, TR_PLACE_NONE);
    assert_int_equal(place.state, TR_STATE_UNAVAILABLE);
    assert_string_equal(place.reason, "the register was not saved by the inner frames");
    tracee_end(&stopped.tracee);
}

static void test_variable_length(void **state)
{
    (void)state;
    static const char *const flavours[][2] = {{"gcc", "-O0"}, {"gcc", "-O1"}, {"clang", "-O0"}};
    test_write("v.c", "__attribute__((noinline)) int work(int n)\n{\n    int a[n + 1];\n    a[n] = n;\n"
                      "    __asm__ volatile(\"int3\" : : \"r\"(a) : \"memory\");\n    return a[n];\n}\n"
                      "int main(int c, char **v) { (void)v; return work(c + 6) + 1; }\n");
    for (size_t i = 0; i < TR_COUNT(flavours); i++) {
        struct stopped stopped;
        if (!build(flavours[i][0], flavours[i][1], "v.c", "v"))
            continue;
        stopped_start(&stopped, "v");
        struct tr_scope_variable array = find(&stopped, 0, 0, "a");
        struct tr_place place = locate(&stopped, 0, 0, "a");
        assert_int_equal(place.type, TR_PLACE_MEMORY);
        int last;
        assert_true(tr_memory_read(stopped.tracee.memory, place.address + 4 * 9, &last, 4));
        assert_int_equal(last, 9);
        Dwarf_Die type, subrange;
        uint64_t bound;
        assert_true(tr_type_of(&array.die, &type));
        assert_false(tr_type_size(&type, &bound));
        assert_int_equal(dwarf_child(&type, &subrange), 0);
        bool has_bound = tr_attribute_value(&subrange, DW_AT_upper_bound, &stopped.functions[0][0], &stopped.frames[0], &bound);
        bool has_count = tr_attribute_value(&subrange, DW_AT_count, &stopped.functions[0][0], &stopped.frames[0], &bound);
        assert_true(has_bound || has_count);
        assert_int_equal(bound, has_count ? 10 : 9);
        tracee_end(&stopped.tracee);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_locals),
        cmocka_unit_test(test_thread_local),
        cmocka_unit_test(test_optimized),
        cmocka_unit_test(test_implicit_pointer),
        cmocka_unit_test(test_entry_values),
        cmocka_unit_test(test_entry_values_after_tail_call),
        cmocka_unit_test(test_unknown_register),
        cmocka_unit_test(test_variable_length),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    test_folder_remove();
    return failed;
}
