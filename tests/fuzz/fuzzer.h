/* What each fuzzer defines, and what libFuzzer, or driver.c without it, calls. */
#ifndef TR_TESTS_FUZZ_FUZZER_H
#define TR_TESTS_FUZZ_FUZZER_H

#include <stddef.h>
#include <stdint.h>

/** Run the code under test on one input. Faults, sanitizer reports and abort() are findings. @return 0. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) __attribute__((visibility("default")));

#endif
