/* Names of errors, signals and signal codes. */
#include "syscalls/recorder.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void errors_have_names(void **state)
{
    (void)state;
    assert_string_equal(tr_errno_name(2), "ENOENT");
    assert_string_equal(tr_errno_name(512), "ERESTARTSYS");
    assert_null(tr_errno_name(515));
    assert_null(tr_errno_name(0));
    assert_null(tr_errno_name(-2));
    assert_null(tr_errno_name(4000));
}

static void signals_have_names(void **state)
{
    (void)state;
    assert_string_equal(tr_signal_name(SIGSEGV), "SIGSEGV");
    assert_string_equal(tr_signal_name(SIGSYS), "SIGSYS");
    assert_string_equal(tr_signal_name(34), "SIGRTMIN");
    assert_string_equal(tr_signal_name(37), "SIGRTMIN+3");
    assert_string_equal(tr_signal_name(64), "SIGRTMIN+30");
    assert_string_equal(tr_signal_name(32), "signal 32");
    assert_string_equal(tr_signal_name(0), "signal 0");
    assert_string_equal(tr_signal_name(-7), "signal -7");
    assert_string_equal(tr_signal_name(65), "signal 65");
}

static void a_name_survives_the_next_one(void **state)
{
    (void)state;
    const char *first = tr_signal_name(35), *second = tr_signal_name(36);
    assert_string_equal(first, "SIGRTMIN+1");
    assert_string_equal(second, "SIGRTMIN+2");
}

static void codes_depend_on_the_signal(void **state)
{
    (void)state;
    assert_string_equal(tr_signal_code_name(SIGSEGV, 1), "SEGV_MAPERR");
    assert_string_equal(tr_signal_code_name(SIGSEGV, 2), "SEGV_ACCERR");
    assert_string_equal(tr_signal_code_name(SIGFPE, 1), "FPE_INTDIV");
    assert_string_equal(tr_signal_code_name(SIGBUS, 2), "BUS_ADRERR");
    assert_string_equal(tr_signal_code_name(SIGSEGV, 0x80), "SI_KERNEL");
    assert_string_equal(tr_signal_code_name(SIGABRT, -6), "SI_TKILL");
    assert_string_equal(tr_signal_code_name(SIGTERM, 0), "SI_USER");
    assert_string_equal(tr_signal_code_name(SIGSYS, 1), "SYS_SECCOMP");
    assert_null(tr_signal_code_name(SIGTERM, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_have_names),
        cmocka_unit_test(signals_have_names),
        cmocka_unit_test(a_name_survives_the_next_one),
        cmocka_unit_test(codes_depend_on_the_signal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
