# One interface target carries the language level and the warnings; modules link it privately.
option(TRACERUN_WERROR "Treat warnings as errors" OFF)
option(TRACERUN_SANITIZE "Build tracerun itself with ASan and UBSan" OFF)
option(TRACERUN_FUZZ "Make the fuzzers of tests/fuzz libFuzzer programs (clang)" OFF)

add_library(tr_flags INTERFACE)
target_compile_features(tr_flags INTERFACE c_std_11)
target_compile_definitions(tr_flags INTERFACE _GNU_SOURCE)
target_compile_options(tr_flags INTERFACE
  -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition
  -Wformat=2 -Wwrite-strings -Wvla -Wundef -Wpointer-arith
  -fvisibility=hidden -fno-common -ffile-prefix-map=${CMAKE_SOURCE_DIR}/=)
if(TRACERUN_WERROR)
  target_compile_options(tr_flags INTERFACE -Werror)
endif()
if(TRACERUN_SANITIZE)
  target_compile_options(tr_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  target_link_options(tr_flags INTERFACE -fsanitize=address,undefined)
  target_compile_definitions(tr_flags INTERFACE TR_SANITIZED=1)
else()
  target_compile_options(tr_flags INTERFACE -D_FORTIFY_SOURCE=2 -fstack-protector-strong)
endif()
if(TRACERUN_FUZZ)
  target_compile_options(tr_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
set(CMAKE_C_EXTENSIONS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()
# Assertions guard against tracerun's own mistakes and stay on in every build.
foreach(type RELEASE RELWITHDEBINFO MINSIZEREL)
  string(REPLACE "-DNDEBUG" "" CMAKE_C_FLAGS_${type} "${CMAKE_C_FLAGS_${type}}")
endforeach()
