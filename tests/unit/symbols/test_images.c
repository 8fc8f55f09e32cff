#include "tracee.h"

static const char program[] = "int main(void){__asm__ volatile(\"int3\");return 0;}\n";

static struct tr_image *named(const struct tracee *tracee, const char *part)
{
    for (size_t i = 0; i < tracee->images->count; i++)
        if (strstr(tracee->images->items[i]->path, part))
            return tracee->images->items[i];
    return NULL;
}

static void check_main(struct tracee *tracee)
{
    struct tr_image *image = tr_images_main(tracee->images);
    assert_non_null(image);
    assert_false(image->is_system);
    assert_string_equal(image->path, tracee->program);
    assert_ptr_equal(image, tr_images_find(tracee->images, tracee->registers.rip));
    assert_int_equal(image->entry, test_auxiliary(tracee->pid, AT_ENTRY));
    assert_non_null(tr_image_elf(image));
    size_t size = 0;
    uint64_t address = 0;
    const unsigned char *text = tr_image_section(image, ".text", &size, &address);
    assert_non_null(text);
    assert_in_range(tracee->registers.rip, address, address + size);
    assert_int_equal(text[tracee->registers.rip - 1 - address], 0xcc);
    struct tr_image *vdso = named(tracee, "[vdso]");
    assert_non_null(vdso);
    assert_true(vdso->is_system);
    assert_non_null(tr_image_elf(vdso));
    assert_true(vdso->eh_frame_hdr != 0);
}

static void check_flavour(const char *flags, bool dynamic, uint64_t fixed)
{
    test_write("a.c", program);
    if (!test_shell("gcc -g %s a.c -o a", flags)) {
        print_message("skipped: gcc %s does not work here\n", flags);
        skip();
    }
    struct tracee tracee;
    tracee_start(&tracee, "a");
    check_main(&tracee);
    struct tr_image *image = tr_images_main(tracee.images);
    if (fixed)
        assert_int_equal(image->bias, 0);
    else
        assert_int_equal(image->bias, image->start);
    struct tr_image *libc = named(&tracee, "libc.so");
    assert_int_equal(dynamic, libc != NULL);
    if (libc) {
        assert_true(libc->is_system);
        assert_non_null(libc->build_id);
        assert_non_null(tr_image_elf(libc));
        assert_ptr_equal(libc, tr_images_find(tracee.images, libc->start));
        assert_ptr_not_equal(libc, tr_images_find(tracee.images, libc->end));
    }
    tracee_end(&tracee);
}

static void test_pie(void **state)
{
    (void)state;
    check_flavour("-pie -fPIE", true, 0);
}

static void test_no_pie(void **state)
{
    (void)state;
    check_flavour("-no-pie", true, 1);
}

static void test_static(void **state)
{
    (void)state;
    check_flavour("-static", false, 1);
}

static void test_static_pie(void **state)
{
    (void)state;
    check_flavour("-static-pie", false, 0);
}

static void test_one_segment_layout(void **state)
{
    (void)state;
    check_flavour("-Wl,-z,noseparate-code", true, 0);
}

static void test_no_build_id(void **state)
{
    (void)state;
    check_flavour("-Wl,--build-id=none", true, 0);
}

/* The running file is still there behind /proc/PID/exe, whatever lies at its path now. */
static void test_deleted_and_replaced(void **state)
{
    (void)state;
    test_write("a.c", program);
    test_build("gcc", "-g a.c -o a && cp a b");
    struct tracee tracee;
    tracee_run(&tracee, "b");
    assert_true(test_shell("rm b && cp /bin/true b"));
    tracee_look(&tracee);
    struct tr_image *image = tr_images_main(tracee.images);
    assert_non_null(image);
    assert_true(image->deleted);
    assert_non_null(tr_image_elf(image));
    tracee_end(&tracee);
}

static void check_replaced_library(const char *flags, const char *change, const char *reason)
{
    test_write("l.c", "void stop(void){__asm__ volatile(\"int3\");}\n");
    test_write("m.c", "extern void stop(void);int main(void){stop();return 0;}\n");
    assert_true(test_shell("gcc -g -shared -fPIC %s l.c -o libl.so && gcc -g m.c -o m ./libl.so", flags));
    struct tracee tracee;
    tracee_run(&tracee, "m");
    assert_true(test_shell("rm libl.so && %s", change));
    tracee_look(&tracee);
    struct tr_image *image = named(&tracee, "libl.so");
    assert_non_null(image);
    assert_false(image->is_main);
    assert_false(image->is_system);
    assert_true(image->deleted);
    assert_ptr_equal(image, tr_images_find(tracee.images, tracee.registers.rip));
    assert_null(tr_image_elf(image));
    assert_string_equal(image->file_reason, reason);
    tracee_end(&tracee);
}

static void test_replaced_library(void **state)
{
    (void)state;
    static const char replaced[] = "the file has been replaced since the program loaded it";
    test_build("gcc", "--version");
    check_replaced_library("", "cp /bin/true libl.so", replaced);
    check_replaced_library("-Wl,--build-id=none", "cp /bin/true libl.so", replaced);
    check_replaced_library("", "true", "the file is no longer there");
    check_replaced_library("", "echo hello >libl.so", "the file is not an ELF file");
}

/* A program that maps an ELF file to look at it has not loaded it. */
static void test_data_mapping(void **state)
{
    (void)state;
    test_write("d.c", "#include <fcntl.h>\n#include <sys/mman.h>\nint main(void){int f=open(\"/bin/true\",O_RDONLY);"
                      "volatile char*p=mmap(0,4096*8,PROT_READ,MAP_PRIVATE,f,0);if(p[1]=='E')__asm__ volatile(\"int3\");}\n");
    test_build("gcc", "d.c -o d");
    struct tracee tracee;
    tracee_start(&tracee, "d");
    for (size_t i = 0; i < tracee.images->count; i++)
        assert_null(strstr(tracee.images->items[i]->path, "/true"));
    assert_non_null(tr_images_main(tracee.images));
    tracee_end(&tracee);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pie),
        cmocka_unit_test(test_no_pie),
        cmocka_unit_test(test_static),
        cmocka_unit_test(test_static_pie),
        cmocka_unit_test(test_one_segment_layout),
        cmocka_unit_test(test_no_build_id),
        cmocka_unit_test(test_deleted_and_replaced),
        cmocka_unit_test(test_replaced_library),
        cmocka_unit_test(test_data_mapping),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    test_folder_remove();
    return failed;
}
