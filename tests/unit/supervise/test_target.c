#include "supervise/target.h"

#include "base/cleanup.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/tracerun-test-XXXXXX";

static int setup(void **state)
{
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    int status, pid = fork();
    if (pid == 0) {
        execl("/bin/rm", "rm", "-r", folder, NULL);
        _exit(1);
    }
    return chdir("/") == 0 && waitpid(pid, &status, 0) == pid && status == 0 ? 0 : -1;
}

static void write_file(const char *name, const void *bytes, size_t size, mode_t mode)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, size), size);
    assert_int_equal(fchmod(fd, mode), 0);
    close(fd);
}

static void probe(const char *path, struct tr_probe *ret)
{
    int fd = open(path, O_RDONLY);
    tr_probe_file(fd, ret);
    if (fd >= 0)
        close(fd);
}

/* The words that the error for running @p name must contain, and its code. */
static void expect(const char *name, int errno_value, enum tr_error_code code, const char *words)
{
    struct tr_target target;
    struct tr_error *error = tr_target_find(name, &target);
    if (!error) {
        error = tr_target_explain(&target, errno_value);
        tr_target_deinit(&target);
    }
    if (!strstr(error->message, words))
        fail_msg("\"%s\" lacks \"%s\"", error->message, words);
    assert_null(strchr(error->message, '\n'));
    assert_int_equal(error->code, code);
    tr_error_destroy(error);
}

static void test_own_program(void **state)
{
    (void)state;
    struct tr_probe self;
    probe("/proc/self/exe", &self);
    assert_true(self.readable);
    assert_true(self.is_elf);
    assert_int_equal(self.machine, EM_X86_64);
    assert_non_null(strstr(self.interpreter, "ld-linux"));
#ifdef TR_SANITIZED
    assert_string_equal(self.sanitizer, "AddressSanitizer");
    assert_true(self.leak_checker);
#else
    assert_null(self.sanitizer);
#endif
}

static void test_scripts(void **state)
{
    (void)state;
    static const struct {
        const char *text, *interpreter;
    } table[] = {
        {"#!/bin/sh\n", "/bin/sh"},       {"#! \t/usr/bin/env python3\n", "/usr/bin/env"},
        {"#!/bin/sh\r\n", "/bin/sh\r"},   {"#!", ""},
        {"#!/no-newline", "/no-newline"}, {"echo hello\n", ""},
    };
    for (size_t i = 0; i < TR_COUNT(table); i++) {
        struct tr_probe script;
        write_file("script", table[i].text, strlen(table[i].text), 0755);
        probe("script", &script);
        assert_false(script.is_elf);
        assert_true(script.is_text);
        assert_string_equal(script.interpreter, table[i].interpreter);
    }
}

static void test_no_file(void **state)
{
    (void)state;
    struct tr_probe nothing;
    tr_probe_file(-1, &nothing);
    assert_false(nothing.readable);
    probe("/", &nothing);
    assert_false(nothing.readable);
}

/* A damaged ELF file is looked at without harm, wherever the damage is. */
static void test_damaged_files(void **state)
{
    (void)state;
    static unsigned char bytes[1 << 16];
    int self = open("/proc/self/exe", O_RDONLY);
    ssize_t size = read(self, bytes, sizeof(bytes));
    close(self);
    assert_true(size > 4096);
    unsigned random = 12345;
    int fd = open("damaged", O_RDWR | O_CREAT | O_TRUNC, 0600);
    for (unsigned round = 0; round < 3000; round++) {
        unsigned char copy[4096];
        memcpy(copy, bytes, sizeof(copy));
        for (unsigned i = 0; i < 1 + round % 8; i++) {
            random = random * 1103515245 + 12345;
            copy[EI_NIDENT + (random >> 8) % (sizeof(copy) - EI_NIDENT)] = (unsigned char)(random >> 24);
        }
        assert_int_equal(pwrite(fd, copy, sizeof(copy), 0), sizeof(copy));
        assert_int_equal(ftruncate(fd, round % 3 ? size : 64 + round % 4000), 0);
        struct tr_probe damaged;
        tr_probe_file(fd, &damaged);
        assert_true(damaged.readable);
    }
    close(fd);
}

static void test_not_there(void **state)
{
    (void)state;
    expect("./nothing", ENOENT, TR_ERROR_NOT_FOUND, "No such file");
    expect("nothing-of-that-name", ENOENT, TR_ERROR_NOT_FOUND, "no such program in PATH");
    expect("", ENOENT, TR_ERROR_NOT_FOUND, "no such program");
    write_file("here.out", "x", 1, 0755);
    expect("here.out", ENOENT, TR_ERROR_NOT_FOUND, "did you mean \"./here.out\"?");
    expect("./here.out/x", ENOTDIR, TR_ERROR_NOT_FOUND, "Not a directory");
    expect("./forged\nline", ENOENT, TR_ERROR_NOT_FOUND, "forged\\nline");
}

static void test_not_executable(void **state)
{
    (void)state;
    expect("/tmp", EACCES, TR_ERROR_NOT_EXECUTABLE, "it is a directory");
    write_file("plain", "x", 1, 0644);
    expect("./plain", EACCES, TR_ERROR_NOT_EXECUTABLE, "chmod +x");
    expect("./plain", ETXTBSY, TR_ERROR_NOT_EXECUTABLE, "open for writing");
    expect("/dev/null", EACCES, TR_ERROR_NOT_EXECUTABLE, "not a regular file");
}

static void test_interpreters(void **state)
{
    (void)state;
    write_file("script", "#!/no/such/interpreter -x\n", 26, 0755);
    expect("./script", ENOENT, TR_ERROR_NOT_FOUND, "an interpreter that is not there: \"/no/such/interpreter\"");
    write_file("dos", "#!/bin/sh\r\n", 11, 0755);
    expect("./dos", ENOENT, TR_ERROR_NOT_FOUND, "\"/bin/sh\\r\"");
}

static void write_elf(const char *name, uint16_t machine, const char *loader)
{
    struct {
        Elf64_Ehdr header;
        Elf64_Phdr segment;
        char loader[64];
    } file = {.header = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
                         .e_type = ET_EXEC, .e_machine = machine, .e_version = EV_CURRENT,
                         .e_phoff = sizeof(Elf64_Ehdr), .e_phentsize = sizeof(Elf64_Phdr), .e_phnum = 1}};
    snprintf(file.loader, sizeof(file.loader), "%s", loader);
    file.segment = (Elf64_Phdr){.p_type = PT_INTERP, .p_offset = sizeof(Elf64_Ehdr) + sizeof(Elf64_Phdr),
                                .p_filesz = strlen(loader) + 1};
    write_file(name, &file, sizeof(file), 0755);
}

static void test_elf_files(void **state)
{
    (void)state;
    write_elf("loader", EM_X86_64, "/no/such/ld.so");
    expect("./loader", ENOENT, TR_ERROR_NOT_EXECUTABLE, "a dynamic loader that is not there: \"/no/such/ld.so\"");
    write_elf("arm", EM_AARCH64, "/lib/ld-linux-aarch64.so.1");
    expect("./arm", ENOEXEC, TR_ERROR_NOT_EXECUTABLE, "AArch64");
    write_elf("odd", 0xbeef, "");
    expect("./odd", ENOEXEC, TR_ERROR_NOT_EXECUTABLE, "48879");
    write_elf("object", EM_X86_64, "");
    expect("./object", ENOEXEC, TR_ERROR_NOT_EXECUTABLE, "damaged");
    write_file("binary", "\0\1\2\3", 4, 0755);
    expect("./binary", ENOEXEC, TR_ERROR_NOT_EXECUTABLE, "neither an ELF program nor a script");
}

static void test_path_is_searched(void **state)
{
    (void)state;
    char *path = strdup(getenv("PATH"));
    assert_int_equal(mkdir("bin", 0700), 0);
    write_file("bin/denied", "x", 1, 0644);
    write_file("bin/allowed", "x", 1, 0755);
    setenv("PATH", "/nonexistent:bin::", 1);
    struct tr_target target;
    assert_null(tr_target_find("allowed", &target));
    assert_string_equal(target.path, "bin/allowed");
    tr_target_deinit(&target);
    assert_null(tr_target_find("denied", &target));
    assert_string_equal(target.path, "bin/denied"); /* execve says EACCES, as for execvp */
    tr_target_deinit(&target);
    setenv("PATH", path, 1);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_own_program),    cmocka_unit_test(test_scripts),    cmocka_unit_test(test_no_file),
        cmocka_unit_test(test_damaged_files),  cmocka_unit_test(test_not_there),  cmocka_unit_test(test_not_executable),
        cmocka_unit_test(test_interpreters),   cmocka_unit_test(test_elf_files),
        cmocka_unit_test(test_path_is_searched),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
