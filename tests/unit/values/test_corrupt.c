/* Containers in corrupted memory: whatever their words become, reading ends, and stays within its caps. */
#include "containers.h"
#include "stopped.h"

#include "base/limits.h"

enum { ROUNDS = 600, WINDOW = 128, WORDS = WINDOW / 8, MOST_ADDRESSES = 256, SEED = 20240229 };

static uint64_t state = SEED;

/* xorshift64, Marsaglia 2003. */
static uint64_t random_word(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static size_t addresses_of(const struct stopped *stopped, uint64_t *ret)
{
    size_t count = 0;
    TR_EACH(const struct tr_frame, frame, &stopped->thread.frames)
        TR_EACH(const struct tr_variable, variable, &frame->locals)
            if (variable->address.known && count < MOST_ADDRESSES)
                ret[count++] = variable->address.value;
    return count;
}

static uint64_t odd_word(uint64_t old, uint64_t address)
{
    switch (random_word() % 8) {
    case 0:
        return 0;
    case 1:
        return UINT64_MAX;
    case 2:
        return UINT64_C(1) << random_word() % 64;
    case 3:
        return address; /* a cycle */
    case 4:
        return old + 8 * (random_word() % 5) - 16;
    case 5:
        return old ^ UINT64_C(1) << random_word() % 64;
    case 6:
        return -old;
    default:
        return random_word();
    }
}

/* A place to spoil: a variable, or, half of the times, what it points to, and so on. */
static uint64_t choose(struct tr_memory *memory, uint64_t address)
{
    uint64_t words[4], ignored;
    while (random_word() % 2 && tr_memory_read(memory, address, words, sizeof(words))) {
        uint64_t next = words[random_word() % 4] & ~UINT64_C(7);
        if (!tr_memory_read_u64(memory, next, &ignored))
            break;
        address = next;
    }
    return address;
}

static void spoil(struct tr_memory *memory, uint64_t address, uint64_t bytes[WORDS])
{
    if (!tr_memory_read(memory, address, bytes, WINDOW))
        return;
    for (uint64_t left = 1 + random_word() % 3; left; left--) {
        size_t i = random_word() % WORDS;
        bytes[i] = odd_word(bytes[i], address);
    }
    tr_memory_overlay(memory, address, bytes, WINDOW);
}

static size_t count_nodes(const struct tr_list *list)
{
    size_t count = 0;
    TR_EACH(const struct tr_variable, node, list) {
        assert_non_null(node->name);
        assert_non_null(node->type);
        assert_true(node->state == TR_STATE_OK || node->reason);
        count += 1 + count_nodes(&node->children);
    }
    return count;
}

static void read_again(struct stopped *stopped, size_t count)
{
    struct tracee *tracee = &stopped->tracee;
    struct tr_arena *whole = tracee->arena;
    tracee->arena = tr_arena_create();
    stopped->report = (struct tr_report){0};
    stopped->thread = (struct tr_thread){0};
    stopped->values = tr_values_create(tracee->arena, tracee->images, tracee->memory, &tracee->maps);
    for (size_t i = 0; i < count; i++)
        stopped_add_frames(stopped, &stopped->contexts[i]);
    stopped_objects(stopped);
    size_t nodes = 0;
    TR_EACH(const struct tr_frame, frame, &stopped->thread.frames)
        nodes += count_nodes(&frame->arguments) + count_nodes(&frame->locals);
    assert_in_range(nodes, 1, TR_LIMIT_VALUE_NODES);
    tr_values_destroy(stopped->values);
    tr_arena_destroy(tracee->arena);
    tracee->arena = whole;
    stopped->values = NULL;
}

static void check_corrupt(const char *compiler_name)
{
    static struct stopped stopped;
    uint64_t addresses[MOST_ADDRESSES], bytes[2][WORDS];
    print_message("%s, seed %d\n", compiler_name, SEED);
    stopped_look(&stopped, "v");
    struct tr_memory *memory = stopped.tracee.memory;
    size_t count = addresses_of(&stopped, addresses), overlays = tr_memory_overlays(memory);
    size_t frames = stopped_unwind(&stopped);
    assert_true(count > 20);
    tr_values_destroy(stopped.values);
    for (unsigned i = 0; i < ROUNDS; i++) {
        for (size_t j = 0; j < 2; j++)
            spoil(memory, choose(memory, addresses[random_word() % count]), bytes[j]);
        read_again(&stopped, frames);
        tr_memory_drop_overlays(memory, overlays);
    }
    stopped_end(&stopped);
}

static void test_gcc(void **unused)
{
    (void)unused;
    test_write("v.c", many);
    test_build("g++", "-fno-omit-frame-pointer -g -O0 -x c++ -std=c++20 v.c -o v");
    check_corrupt("g++");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_gcc)};
    return cmocka_run_group_tests(tests, NULL, stopped_finish);
}
