/* Calls as text: arguments of each family, and memory that is torn, endless or not there. */
#include "base/cleanup.h"
#include "base/limits.h"
#include "caller.h"
#include "syscalls/recorder.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

struct fixture {
    struct tr_arena *arena;
    struct tr_memory *memory;
};

static int set_up(void **state)
{
    static struct fixture fixture;
    fixture.arena = tr_arena_create();
    fixture.memory = tr_memory_create(getpid(), -1);
    *state = &fixture;
    return 0;
}

static int tear_down(void **state)
{
    const struct fixture *fixture = *state;
    tr_memory_destroy(fixture->memory);
    tr_arena_destroy(fixture->arena);
    return 0;
}

static const char *describe(const struct fixture *fixture, long number, const uint64_t *arguments)
{
    const struct tr_registers registers = entering(number, arguments, arguments);
    tr_memory_flush(fixture->memory);
    return tr_syscall_describe(fixture->arena, getpid(), &registers, fixture->memory);
}

#define TEXT(number, ...) describe(*state, number, (const uint64_t[6]){__VA_ARGS__})

/* The text with the address of @p pointer in the place of %s. */
static const char *with_address(const struct fixture *fixture, const char *format, const void *pointer)
{
    const char *at = strstr(format, "%s");
    return tr_arena_printf(fixture->arena, "%.*s0x%llx%s", (int)(at - format), format,
                           (unsigned long long)POINTER(pointer), at + 2);
}

static void files(void **state)
{
    const char *path = "settings.ini";
    assert_string_equal(TEXT(SYS_openat, (uint32_t)AT_FDCWD, POINTER(path), O_RDONLY, 0xdead),
                        "openat(AT_FDCWD, \"settings.ini\", O_RDONLY)");
    assert_string_equal(TEXT(SYS_openat, (uint64_t)AT_FDCWD, POINTER(path), O_WRONLY | O_CREAT | O_TRUNC, 0644),
                        "openat(AT_FDCWD, \"settings.ini\", O_WRONLY|O_CREAT|O_TRUNC, 0644)");
    assert_string_equal(TEXT(SYS_open, POINTER(path), O_RDWR | O_CLOEXEC | 0x40000000, 0),
                        "open(\"settings.ini\", O_RDWR|O_CLOEXEC|0x40000000)");
    assert_string_equal(TEXT(SYS_open, POINTER("/tmp"), O_TMPFILE | O_RDWR, 0), "open(\"/tmp\", O_RDWR|O_TMPFILE, 000)");
    assert_string_equal(TEXT(SYS_access, POINTER(path), F_OK), "access(\"settings.ini\", F_OK)");
    assert_string_equal(TEXT(SYS_access, POINTER(path), R_OK | X_OK), "access(\"settings.ini\", R_OK|X_OK)");
    assert_string_equal(TEXT(SYS_unlinkat, (uint64_t)AT_FDCWD, POINTER("d"), AT_REMOVEDIR),
                        "unlinkat(AT_FDCWD, \"d\", AT_REMOVEDIR)");
    assert_string_equal(TEXT(SYS_mkdir, POINTER("d"), 0755), "mkdir(\"d\", 0755)");
    assert_string_equal(TEXT(SYS_mknod, POINTER("f"), 0010644, 0), "mknod(\"f\", S_IFIFO|0644, makedev(0, 0))");
    assert_string_equal(TEXT(SYS_lseek, (uint64_t)-1, (uint64_t)-8, SEEK_END), "lseek(-1, -8, SEEK_END)");
    const uint64_t how[] = {O_RDONLY | O_CLOEXEC, 0, 0x08};
    assert_string_equal(TEXT(SYS_openat2, (uint64_t)AT_FDCWD, POINTER(path), POINTER(how), sizeof(how)),
                        "openat2(AT_FDCWD, \"settings.ini\", {flags=O_RDONLY|O_CLOEXEC, resolve=RESOLVE_BENEATH}, 24)");
}

static void descriptors_say_what_they_are(void **state)
{
    tr_auto_close int fd = open("/dev/null", O_RDONLY);
    assert_true(fd >= 0);
    char expected[64], buffer[8];
    snprintf(expected, sizeof(expected), "read(%d</dev/null>, 0x%llx, 8)", fd, (unsigned long long)POINTER(buffer));
    assert_string_equal(TEXT(SYS_read, (uint64_t)fd, POINTER(buffer), 8), expected);
    assert_string_equal(TEXT(SYS_close, 9999), "close(9999)");
    snprintf(expected, sizeof(expected), "fcntl(%d</dev/null>, F_GETFL)", fd);
    assert_string_equal(TEXT(SYS_fcntl, (uint64_t)fd, F_GETFL, 0xdead), expected);
    const struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 5};
    assert_string_equal(TEXT(SYS_fcntl, 9999, F_SETLKW, POINTER(&lock)),
                        "fcntl(9999, F_SETLKW, {l_type=F_WRLCK, l_whence=SEEK_SET, l_start=0, l_len=5})");
}

static void buffers(void **state)
{
    assert_string_equal(TEXT(SYS_write, 9999, POINTER("ab\n\0\033[2J\"\xff"), 10), "write(9999, \"ab\\n\\000\\033[2J\\\"\\377\", 10)");
    assert_string_equal(TEXT(SYS_write, 9999, POINTER("x"), 0), "write(9999, \"\", 0)");
    assert_string_equal(TEXT(SYS_write, 9999, 0, 3), "write(9999, NULL, 3)");
    const struct iovec parts[] = {{(void *)"ab", 2}, {(void *)"c", 1}};
    assert_string_equal(TEXT(SYS_writev, 9999, POINTER(parts), 2), "writev(9999, [{\"ab\", 2}, {\"c\", 1}], 2)");
}

static void long_strings_are_cut_between_characters(void **state)
{
    char text[512];
    memset(text, 'a', sizeof(text));
    memcpy(text + TR_LIMIT_SYSCALL_STRING - 1, "é", 2);
    text[sizeof(text) - 1] = '\0';
    const char *told = TEXT(SYS_chdir, POINTER(text));
    char expected[256];
    snprintf(expected, sizeof(expected), "chdir(\"%.*s\"…)", TR_LIMIT_SYSCALL_STRING - 1, text);
    assert_string_equal(told, expected);
}

static void binary_data_is_cut_short(void **state)
{
    char bytes[100] = {0};
    const char *told = TEXT(SYS_write, 9999, POINTER(bytes), sizeof(bytes));
    assert_int_equal(strlen(told), strlen("write(9999, \"\"…, 100)") + 32 * strlen("\\000"));
}

static void unreadable_memory_stays_an_address(void **state)
{
    assert_string_equal(TEXT(SYS_chdir, 0), "chdir(NULL)");
    assert_string_equal(TEXT(SYS_chdir, 0x10), "chdir(0x10)");
    assert_string_equal(TEXT(SYS_chdir, UINT64_MAX), "chdir(0xffffffffffffffff)");
    assert_string_equal(TEXT(SYS_execve, 0x10, 0x20, 0x30), "execve(0x10, 0x20, 0x30 /* 0 variables */)");
    assert_string_equal(TEXT(SYS_connect, 9999, 0x10, 16), "connect(9999, 0x10, 16)");
    assert_string_equal(TEXT(SYS_poll, 0x10, UINT32_MAX, 5), "poll(0x10, 4294967295, 5)");
    const uint64_t arguments[6] = {0x10};
    const struct tr_registers registers = entering(SYS_chdir, arguments, arguments);
    assert_string_equal(tr_syscall_describe(((struct fixture *)*state)->arena, getpid(), &registers, NULL), "chdir(0x10)");
}

static void a_string_may_end_at_an_unmapped_page(void **state)
{
    long page = sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, (size_t)page * 2, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(pages != MAP_FAILED);
    munmap(pages + page, (size_t)page);
    memcpy(pages + page - 3, "abc", 3);
    assert_string_equal(TEXT(SYS_chdir, POINTER(pages + page - 3)), "chdir(\"abc\"…)");
    munmap(pages, (size_t)page);
}

static void sockets(void **state)
{
    struct sockaddr_in in = {.sin_family = AF_INET, .sin_port = htons(8080), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    assert_string_equal(
        TEXT(SYS_connect, 9999, POINTER(&in), sizeof(in)),
        "connect(9999, {sa_family=AF_INET, sin_port=htons(8080), sin_addr=inet_addr(\"127.0.0.1\")}, 16)");
    struct sockaddr_in6 in6 = {.sin6_family = AF_INET6, .sin6_port = htons(53), .sin6_addr = in6addr_loopback};
    assert_string_equal(
        TEXT(SYS_bind, 9999, POINTER(&in6), sizeof(in6)),
        "bind(9999, {sa_family=AF_INET6, sin6_port=htons(53), inet_pton(AF_INET6, \"::1\", &sin6_addr)}, 28)");
    struct sockaddr_un un = {.sun_family = AF_UNIX, .sun_path = "/run/x"};
    assert_string_equal(TEXT(SYS_connect, 9999, POINTER(&un), sizeof(un)),
                        "connect(9999, {sa_family=AF_UNIX, sun_path=\"/run/x\"}, 110)");
    memcpy(un.sun_path, "\0name", 5);
    assert_string_equal(TEXT(SYS_connect, 9999, POINTER(&un), 2 + 5), "connect(9999, {sa_family=AF_UNIX, sun_path=@\"name\"}, 7)");
    assert_string_equal(TEXT(SYS_connect, 9999, POINTER(&un), 2), "connect(9999, {sa_family=AF_UNIX}, 2)");
    assert_string_equal(TEXT(SYS_socket, AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket(AF_INET, SOCK_STREAM|SOCK_CLOEXEC, 0)");
    assert_string_equal(TEXT(SYS_setsockopt, 9999, SOL_SOCKET, SO_REUSEADDR, 0, 4),
                        "setsockopt(9999, SOL_SOCKET, SO_REUSEADDR, NULL, 4)");
}

static void processes(void **state)
{
    const char *const argv[] = {"ls", "-l", NULL}, *const envp[] = {"TOKEN=secret", NULL};
    const char *told = TEXT(SYS_execve, POINTER("/bin/ls"), POINTER(argv), POINTER(envp));
    assert_string_equal(told, with_address(*state, "execve(\"/bin/ls\", [\"ls\", \"-l\"], %s /* 1 variable */)", envp));
    assert_string_equal(TEXT(SYS_kill, (uint32_t)-1, SIGTERM), "kill(-1, SIGTERM)");
    assert_string_equal(TEXT(SYS_clone, CLONE_VM | CLONE_VFORK | SIGCHLD), "clone(SIGCHLD|CLONE_VM|CLONE_VFORK, NULL, NULL, NULL, 0)");
    const struct rlimit limit = {1024, RLIM_INFINITY};
    assert_string_equal(TEXT(SYS_setrlimit, RLIMIT_NOFILE, POINTER(&limit)),
                        "setrlimit(RLIMIT_NOFILE, {rlim_cur=1024, rlim_max=RLIM_INFINITY})");
    assert_string_equal(TEXT(SYS_mmap, 0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, (uint64_t)-1, 0),
                        "mmap(NULL, 4096, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0)");
}

static void many_arguments_are_counted(void **state)
{
    const char *argv[2000];
    for (size_t i = 0; i < TR_COUNT(argv); i++)
        argv[i] = "x";
    argv[20] = NULL;
    assert_non_null(strstr(TEXT(SYS_execve, 0, POINTER(argv), 0), "\"x\", … 4 more], NULL)"));
    argv[20] = "x";
    argv[TR_COUNT(argv) - 1] = NULL;
    assert_non_null(strstr(TEXT(SYS_execve, 0, POINTER(argv), 0), "\"x\", … 1008 or more], NULL)"));
}

static void no_text_is_endless(void **state)
{
    char text[256];
    memset(text, '\n', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    const char *argv[TR_LIMIT_SYSCALL_ITEMS + 1] = {0};
    for (size_t i = 0; i < TR_LIMIT_SYSCALL_ITEMS; i++)
        argv[i] = text;
    const char *told = TEXT(SYS_execve, POINTER(text), POINTER(argv), 0);
    assert_in_range(strlen(told), TR_LIMIT_SYSCALL_TEXT - 8, TR_LIMIT_SYSCALL_TEXT + 8);
    assert_string_equal(told + strlen(told) - 4, "…)");
}

static void what_threads_wait_in(void **state)
{
    uint32_t word = 2;
    const struct timespec second = {1, 500};
    assert_string_equal(TEXT(SYS_futex, POINTER(&word), FUTEX_WAIT | FUTEX_PRIVATE_FLAG, 2, 0, 0xdead, 0xdead),
                        with_address(*state, "futex(%s, FUTEX_WAIT_PRIVATE, 2, NULL)", &word));
    assert_string_equal(TEXT(SYS_futex, POINTER(&word), FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME, 0, POINTER(&second), 0, UINT32_MAX),
                        with_address(*state,
                                     "futex(%s, FUTEX_WAIT_BITSET|FUTEX_CLOCK_REALTIME, 0, {tv_sec=1, tv_nsec=500}, "
                                     "FUTEX_BITSET_MATCH_ANY)",
                                     &word));
    assert_string_equal(TEXT(SYS_nanosleep, POINTER(&second), 0), "nanosleep({tv_sec=1, tv_nsec=500}, NULL)");
    const struct pollfd fds[] = {{9998, POLLIN, 0}, {-1, POLLOUT | POLLERR, 0}};
    assert_string_equal(TEXT(SYS_poll, POINTER(fds), 2, (uint32_t)-1),
                        "poll([{fd=9998, events=POLLIN}, {fd=-1, events=POLLOUT|POLLERR}], 2, -1)");
    fd_set set;
    FD_ZERO(&set);
    FD_SET(1000, &set);
    FD_SET(1001, &set);
    assert_string_equal(TEXT(SYS_select, 1002, POINTER(&set), 0, 0, 0), "select(1002, [1000 1001], NULL, NULL, NULL)");
    assert_string_equal(TEXT(SYS_wait4, (uint64_t)-1, 0, WNOHANG, 0), "wait4(-1, NULL, WNOHANG, NULL)");
    const uint64_t signals = 1 << (SIGINT - 1) | 1 << (SIGTERM - 1);
    assert_string_equal(TEXT(SYS_rt_sigsuspend, POINTER(&signals), 8), "rt_sigsuspend([INT TERM], 8)");
    const struct sembuf operation = {0, -1, SEM_UNDO};
    assert_string_equal(TEXT(SYS_semop, 7, POINTER(&operation), 1), "semop(7, [{0, -1, SEM_UNDO}], 1)");
}

static void only_calls_in_progress_are_described(void **state)
{
    const struct fixture *fixture = *state;
    const uint64_t arguments[6] = {0};
    struct tr_registers registers = entering(SYS_pause, arguments, arguments);
    registers.general.rax = (unsigned long long)-514; /* ERESTARTNOHAND: the stop interrupted it */
    assert_string_equal(tr_syscall_describe(fixture->arena, 1, &registers, fixture->memory), "pause()");
    registers.general.rax = 0;
    assert_null(tr_syscall_describe(fixture->arena, 1, &registers, fixture->memory));
    registers = entering(-1, arguments, arguments);
    assert_null(tr_syscall_describe(fixture->arena, 1, &registers, fixture->memory));
    registers = entering(5000, arguments, arguments);
    assert_string_equal(tr_syscall_describe(fixture->arena, 1, &registers, fixture->memory), "syscall(5000, …)");
    registers = entering(3, arguments, arguments);
    registers.is_32bit = true;
    assert_string_equal(tr_syscall_describe(fixture->arena, 1, &registers, fixture->memory), "system call 3 of the 32-bit ABI");
    static const unsigned char int80[] = {0xcd, 0x80};
    registers.is_32bit = false;
    registers.general.rip = POINTER(int80) + sizeof(int80);
    assert_string_equal(tr_syscall_describe(fixture->arena, 1, &registers, fixture->memory), "system call 3 of the 32-bit ABI");
}

/* Every row with arguments that point nowhere, and with ones that point into random bytes. */
static void every_row_survives_rubbish(void **state)
{
    unsigned char rubbish[4096];
    for (size_t i = 0; i < sizeof(rubbish); i++)
        rubbish[i] = (unsigned char)(i * 2654435761u >> 7);
    const uint64_t samples[] = {0, 1, 4096, UINT64_MAX, UINT32_MAX, INT64_MAX, POINTER(rubbish), POINTER(rubbish) + 1, 0x8000000000000000};
    for (long number = 0; number < 512; number++)
        for (size_t i = 0; i < 200; i++) {
            uint64_t arguments[6];
            for (size_t k = 0; k < 6; k++)
                arguments[k] = samples[(i * 7 + k * (i + 3) + k * k) % TR_COUNT(samples)];
            assert_non_null(describe(*state, number, arguments));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files),
        cmocka_unit_test(descriptors_say_what_they_are),
        cmocka_unit_test(buffers),
        cmocka_unit_test(long_strings_are_cut_between_characters),
        cmocka_unit_test(binary_data_is_cut_short),
        cmocka_unit_test(unreadable_memory_stays_an_address),
        cmocka_unit_test(a_string_may_end_at_an_unmapped_page),
        cmocka_unit_test(sockets),
        cmocka_unit_test(processes),
        cmocka_unit_test(many_arguments_are_counted),
        cmocka_unit_test(no_text_is_endless),
        cmocka_unit_test(what_threads_wait_in),
        cmocka_unit_test(only_calls_in_progress_are_described),
        cmocka_unit_test(every_row_survives_rubbish),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
