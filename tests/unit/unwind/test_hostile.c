/*
 * Nothing that the traced program can put into its memory may crash a walk, keep it busy, or make it tell a stack that
 * does not hold together: bytes of the unwind information, and of the stack, are replaced at random over and over.
 */
#include "tracee.h"

#include "base/cleanup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 400, STACK_BYTES = 4096 };

static uint64_t seed = 1;

static uint64_t next_random(void)
{
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
    return seed >> 24;
}

static int64_t processor_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000;
}

static bool holds_together(const struct tr_stack *stack, uint64_t pc)
{
    bool good = stack->total >= 1 && stack->head_count >= 1 && stack->head_count + stack->tail_count <= stack->total
                && (stack->reason == NULL) == (stack->end == TR_STACK_ROOT);
    good = good && (stack->head[0].pc == pc || stack->head[0].trust == TR_TRUST_REPAIRED);
    for (size_t i = 1; good && i < stack->head_count; i++) {
        const struct tr_stack_frame *inner = &stack->head[i - 1], *frame = &stack->head[i];
        good = inner->signal_frame || frame->registers[TR_DWARF_RSP] > inner->registers[TR_DWARF_RSP]
               || frame->trust == TR_TRUST_REPAIRED;
    }
    return good;
}

/* Random bytes, random words of the stack's own, or bytes that mean something to a CFI program. */
static void spoil(unsigned char *bytes, size_t size)
{
    size_t changes = 1 + next_random() % 16;
    for (size_t i = 0; i < changes; i++) {
        size_t at = next_random() % size;
        static const unsigned char meaningful[] = {0x00, 0xff, 0x0a, 0x0b, 0x0f, 0x10,
                                                   0x16, 0x2f, 0x28, 0x7f, 0x80, 0x01};
        bytes[at] = next_random() % 2 ? (unsigned char)next_random() : meaningful[next_random() % sizeof(meaningful)];
        if (next_random() % 4 == 0 && size >= 16)
            memcpy(bytes + next_random() % (size - 8), bytes + next_random() % (size - 8), 8);
    }
}

static void walk_once(const struct tracee *tracee, const char *what)
{
    struct tr_stack stack;
    /* A new unwinder each time: it caches what it has understood of the tables. */
    struct tr_unwinder *unwinder = tr_unwinder_create(tracee->images);
    struct tr_arena *arena = tr_arena_create();
    uint64_t seed_before = seed;
    int64_t started = processor_ms();
    tr_unwind(unwinder, arena, &tracee->registers, TR_LIMIT_FRAMES_WALKED, &stack);
    int64_t took = processor_ms() - started;
    if (!holds_together(&stack, tracee->registers.general.rip) || took > 3000) {
        print_message("%s, seed %lu, %ld ms\n", what, (unsigned long)seed_before, (long)took);
        tracee_print(tracee, &stack);
        fail();
    }
    tr_arena_destroy(arena);
    tr_unwinder_destroy(unwinder);
}

/* Walk with [address, address + size) spoiled in a new way each round. */
static void attack(const struct tracee *tracee, const char *what, uint64_t address, size_t size)
{
    unsigned char *original = malloc(size), *bytes = malloc(size);
    assert_non_null(original);
    assert_non_null(bytes);
    size = tr_memory_read_some(tracee->memory, address, original, size);
    assert_true(size > 0);
    tr_memory_overlay(tracee->memory, address, bytes, size);
    for (size_t i = 0; i < ROUNDS; i++) {
        memcpy(bytes, original, size);
        spoil(bytes, size);
        walk_once(tracee, what);
    }
    tr_memory_drop_overlays(tracee->memory, 0);
    free(original);
    free(bytes);
}

static void attack_sample(const char *flags, const char *sample, const char *argument, int stops)
{
    struct tracee tracee;
    assert_true(tracee_build("gcc", flags, sample, false));
    tracee_start(&tracee, argument, stops);
    const struct tr_image *image = tr_images_main(tracee.images);
    size_t size = 0;
    uint64_t address = 0;
    attack(&tracee, "stack", tracee.registers.general.rsp, STACK_BYTES);
    if (tr_image_section(tr_images_main(tracee.images), ".eh_frame", &size, &address) && size > 64)
        attack(&tracee, ".eh_frame", address, size < 2048 ? size : 2048);
    if (image->eh_frame_hdr)
        attack(&tracee, ".eh_frame_hdr", image->eh_frame_hdr, image->eh_frame_hdr_size);
    tracee_end(&tracee);
}

static void test_programs(void **state)
{
    (void)state;
    attack_sample("-O0", "field-of-null", NULL, 1);
    attack_sample("-O2", "null-call", NULL, 1);
    attack_sample("-O0 -static", "wild-call", NULL, 1);
    attack_sample("-O0", "signal-handler", NULL, 2);
    attack_sample("-O0", "jit", "frame", 1);
    attack_sample("-O0 -fno-stack-protector", "smashed-stack", NULL, 1);
}

/* The registers too are what the program made of them. */
static void test_registers(void **state)
{
    (void)state;
    struct tracee tracee;
    assert_true(tracee_build("gcc", "-O0", "field-of-null", false));
    tracee_start(&tracee, NULL, 1);
    const struct tr_registers original = tracee.registers;
    for (size_t i = 0; i < ROUNDS; i++) {
        tracee.registers = original;
        spoil((unsigned char *)&tracee.registers.general, sizeof(tracee.registers.general));
        walk_once(&tracee, "registers");
    }
    tracee.registers = original;
    tracee_end(&tracee);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_programs), cmocka_unit_test(test_registers)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    tracee_folder_remove();
    return failed;
}
