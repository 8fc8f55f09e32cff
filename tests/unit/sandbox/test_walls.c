/* What the walls open, as it is explained; and that copies and private folders come and go. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/cleanup.h"
#include "sandbox/walls.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>

static char folder[] = "/tmp/unit-walls-XXXXXX";
static struct tr_arena *arena;
static struct tr_sandbox_options options;

static int setup(void **state)
{
    (void)state;
    arena = tr_arena_create();
    options = (struct tr_sandbox_options){.profile = tr_profile_named("student"), .best_effort = true};
    memcpy(folder + sizeof(folder) - 7, "XXXXXX", 6);
    return mkdtemp(folder) && chdir(folder) == 0 && mkdir("bin", 0700) == 0 && mkdir("elsewhere", 0700) == 0 ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    tr_arena_destroy(arena);
    return rmdir("bin") || rmdir("elsewhere") || chdir("/") || rmdir(folder);
}

static const char *below(const char *name) { return tr_arena_printf(arena, "%s/%s", folder, name); }

static void the_working_folder_may_be_written(void **state)
{
    (void)state;
    struct tr_walls *walls;
    assert_null(tr_walls_create(&options, "/bin/true", &walls));
    assert_true(tr_walls_covers(walls, folder, true));
    assert_true(tr_walls_covers(walls, below("new"), true));
    assert_false(tr_walls_covers(walls, tr_arena_printf(arena, "%s-other", folder), false));
    assert_true(tr_walls_covers(walls, "/usr/lib/x", false));
    assert_false(tr_walls_covers(walls, "/usr/lib/x", true));
    assert_true(tr_walls_covers(walls, "/dev/null", true));
    assert_false(tr_walls_covers(walls, "/etc/shadow", false));
    assert_false(tr_walls_covers(walls, "/etc/passwd", false));
    assert_false(tr_walls_covers(walls, "/tmp/x", true));
    tr_walls_destroy(walls);
}

static void strict_opens_no_folder(void **state)
{
    (void)state;
    struct tr_walls *walls;
    options.profile = tr_profile_named("strict");
    assert_null(tr_walls_create(&options, "/bin/true", &walls));
    assert_false(tr_walls_covers(walls, below("new"), true));
    assert_false(tr_walls_covers(walls, below("new"), false));
    assert_true(tr_walls_covers(walls, "/usr/lib/x", false));
    tr_walls_destroy(walls);
}

static void named_paths_are_opened(void **state)
{
    (void)state;
    struct tr_walls *walls;
    options.profile = tr_profile_named("strict");
    tr_list_add(arena, &options.read, (void *)"bin");
    tr_list_add(arena, &options.write, (void *)below("elsewhere"));
    assert_null(tr_walls_create(&options, "/bin/true", &walls));
    assert_true(tr_walls_covers(walls, below("bin/x"), false));
    assert_false(tr_walls_covers(walls, below("bin/x"), true));
    assert_true(tr_walls_covers(walls, below("elsewhere/x"), true));
    tr_walls_destroy(walls);
    tr_list_add(arena, &options.read, (void *)"missing");
    struct tr_error *error = tr_walls_create(&options, "/bin/true", &walls);
    assert_non_null(error);
    assert_non_null(strstr(error->message, "--read missing"));
    tr_error_destroy(error);
}

static void the_root_folder_is_no_working_folder(void **state)
{
    (void)state;
    struct tr_walls *walls;
    assert_int_equal(chdir("/"), 0);
    struct tr_error *error = tr_walls_create(&options, "/bin/true", &walls);
    assert_non_null(error);
    assert_non_null(strstr(error->message, "--workdir=copy"));
    tr_error_destroy(error);
    assert_int_equal(chdir(folder), 0);
}

static void a_copy_takes_the_place_of_the_working_folder(void **state)
{
    (void)state;
    struct tr_walls *walls;
    options.copy_folder = true;
    assert_null(tr_walls_create(&options, "/bin/true", &walls));
    assert_false(tr_walls_covers(walls, below("new"), true));
    tr_walls_destroy(walls);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(the_working_folder_may_be_written),
        TEST(strict_opens_no_folder),
        TEST(named_paths_are_opened),
        TEST(the_root_folder_is_no_working_folder),
        TEST(a_copy_takes_the_place_of_the_working_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
