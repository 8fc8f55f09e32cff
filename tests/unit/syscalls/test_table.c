/* The table of system calls against the kernel's own list, and against itself. */
#include "base/cleanup.h"
#include "syscalls/recorder.h"
#include "syscalls/decode_internal.h"
#include "syscalls/table_internal.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#define KERNEL_LIST "/usr/include/x86_64-linux-gnu/asm/unistd_64.h"

static void numbers_are_the_kernels(void **state)
{
    (void)state;
    tr_auto_fclose FILE *file = fopen(KERNEL_LIST, "r");
    if (!file)
        skip();
    char line[256], name[64];
    int number;
    unsigned seen = 0;
    while (fgets(line, sizeof(line), file)) {
        if (sscanf(line, "#define __NR_%63s %d", name, &number) != 2)
            continue;
        const char *ours = tr_syscall_name(number);
        assert_non_null(ours);
        assert_string_equal(ours, name);
        seen++;
    }
    assert_true(seen > 300);
}

static void numbers_outside_have_no_row(void **state)
{
    (void)state;
    assert_null(tr_syscall_name(-1));
    assert_null(tr_syscall_name(337)); /* a gap */
    assert_null(tr_syscall_name(100000));
    assert_null(tr_syscall_name(0x40000000)); /* x32's read */
    assert_null(tr_syscall_row(tr_syscall_table_size()));
}

static void rows_are_consistent(void **state)
{
    (void)state;
    for (unsigned number = 0; number < tr_syscall_table_size(); number++) {
        const struct tr_syscall_row *row = tr_syscall_row(number);
        if (!row)
            continue;
        assert_false((row->flags & TR_SYSCALL_DEFAULT) && (row->flags & (TR_SYSCALL_QUIET | TR_SYSCALL_NO_RETURN)));
        unsigned outputs = 0;
        for (unsigned i = 0; i < TR_SYSCALL_ARGUMENTS; i++)
            outputs += row->arguments[i].is_output;
        assert_in_range(outputs, 0, 1);
    }
}

/* A constant that passes through one macro too many ends up named by its number. */
static void constants_have_names(void **state)
{
    (void)state;
    for (unsigned number = 0; number < tr_syscall_table_size(); number++) {
        const struct tr_syscall_row *row = tr_syscall_row(number);
        for (unsigned i = 0; row && i < TR_SYSCALL_ARGUMENTS; i++) {
            const struct tr_constants *constants = row->arguments[i].constants;
            for (size_t k = 0; constants && k < constants->count; k++)
                assert_true(isalpha((unsigned char)constants->items[k].name[0]) || constants->items[k].name[0] == '_');
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_the_kernels),
        cmocka_unit_test(numbers_outside_have_no_row),
        cmocka_unit_test(rows_are_consistent),
        cmocka_unit_test(constants_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
