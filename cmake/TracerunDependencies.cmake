# Every library comes from Debian 12; scripts/setup installs them.
find_package(PkgConfig REQUIRED)
pkg_check_modules(LIBDW REQUIRED IMPORTED_TARGET libdw libelf)
pkg_check_modules(LIBUNWIND REQUIRED IMPORTED_TARGET libunwind-generic)
pkg_check_modules(CJSON REQUIRED IMPORTED_TARGET libcjson)
pkg_check_modules(CAPSTONE REQUIRED IMPORTED_TARGET capstone)
# capstone's tables need 80,000 relocations when it is a shared object: a millisecond of the worker's start. Linked
# statically into a program at a fixed address they need none.
find_library(CAPSTONE_STATIC libcapstone.a)
if(CAPSTONE_STATIC)
  set(CAPSTONE_LIBRARY ${CAPSTONE_STATIC})
else()
  set(CAPSTONE_LIBRARY PkgConfig::CAPSTONE)
endif()
pkg_check_modules(SECCOMP REQUIRED IMPORTED_TARGET libseccomp)
find_library(LIBIBERTY iberty REQUIRED)
find_path(LIBIBERTY_INCLUDE libiberty/demangle.h REQUIRED)
find_path(UTHASH_INCLUDE uthash.h REQUIRED)
