/* Promise 6: which files the worker gets under a sandbox. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/cleanup.h"
#include "base/file.h"
#include "session/files.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

static char folder[] = "/tmp/unit-files-XXXXXX";
static struct tr_arena *arena;
static struct tr_file_policy policy;

static const char *below(const char *name) { return tr_arena_printf(arena, "%s/%s", folder, name); }

static void make(const char *name)
{
    int fd = open(below(name), O_WRONLY | O_CREAT, 0600);
    assert_true(fd >= 0);
    close(fd);
}

static int setup(void **state)
{
    (void)state;
    arena = tr_arena_create();
    if (!mkdtemp(folder))
        return -1;
    assert_int_equal(mkdir(below("in"), 0700), 0);
    make("in/source.c");
    make("out.c");
    assert_int_equal(symlink("../out.c", below("in/link.c")), 0);
    assert_int_equal(symlink(below("in"), below("alias")), 0);
    assert_int_equal(mkfifo(below("in/fifo.c"), 0600), 0);
    policy = (struct tr_file_policy){.confined = true};
    tr_file_policy_add(&policy, arena, folder, "alias");
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    static const char *const names[] = {"in/source.c", "in/link.c", "in/fifo.c", "out.c", "alias"};
    for (size_t i = 0; i < TR_COUNT(names); i++)
        unlink(below(names[i]));
    rmdir(below("in"));
    rmdir(folder);
    tr_arena_destroy(arena);
    return 0;
}

static int opened(const char *path, enum tr_file_purpose purpose)
{
    int fd = tr_session_open_file(&policy, path, purpose);
    if (fd < 0)
        return fd;
    close(fd);
    return 0;
}

static void files_below_a_root_are_opened(void **state)
{
    (void)state;
    assert_int_equal(opened(below("in/source.c"), TR_FILE_SOURCE), 0);
    assert_int_equal(opened(below("alias/source.c"), TR_FILE_SOURCE), 0);
    assert_int_equal(opened(below("in/./x/../source.c"), TR_FILE_SOURCE), 0);
    assert_int_equal(opened(below("in/missing.c"), TR_FILE_SOURCE), -ENOENT);
}

static void nothing_else_is(void **state)
{
    (void)state;
    assert_int_equal(opened(below("out.c"), TR_FILE_SOURCE), -EACCES);
    assert_int_equal(opened(below("in/../out.c"), TR_FILE_SOURCE), -EACCES);
    assert_int_equal(opened("/etc/passwd", TR_FILE_SOURCE), -EACCES);
    assert_int_equal(opened("/etc/passwd", TR_FILE_MODULE), -EACCES);
    assert_int_equal(opened(below("in"), TR_FILE_SOURCE), -EACCES);
    assert_int_equal(opened(tr_arena_printf(arena, "%sx", below("in")), TR_FILE_SOURCE), -EACCES);
    assert_int_equal(opened("source.c", TR_FILE_SOURCE), -EINVAL);
}

static void links_and_fifos_are_not_followed(void **state)
{
    (void)state;
    assert_int_equal(opened(below("in/link.c"), TR_FILE_SOURCE), -ELOOP);
    assert_int_equal(opened(below("in/fifo.c"), TR_FILE_SOURCE), -EINVAL);
}

static void libraries_are_for_their_symbols_only(void **state)
{
    (void)state;
    assert_int_equal(opened("/usr/bin/env", TR_FILE_MODULE), 0);
    assert_int_equal(opened("/usr/bin/env", TR_FILE_SOURCE), -EACCES);
    assert_int_equal(opened("/usr/../etc/passwd", TR_FILE_MODULE), -EACCES);
}

static void without_a_sandbox_any_regular_file_is(void **state)
{
    (void)state;
    policy.confined = false;
    assert_int_equal(opened(below("out.c"), TR_FILE_SOURCE), 0);
    assert_int_equal(opened("/dev/null", TR_FILE_SOURCE), -EINVAL);
    policy.confined = true;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_below_a_root_are_opened),       cmocka_unit_test(nothing_else_is),
        cmocka_unit_test(links_and_fifos_are_not_followed),    cmocka_unit_test(libraries_are_for_their_symbols_only),
        cmocka_unit_test(without_a_sandbox_any_regular_file_is),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
