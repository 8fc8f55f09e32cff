#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

/* Code without unwind information, as a just-in-time compiler leaves it: it faults, or calls back to what faults. */
static const unsigned char with_frame[] = {0x55, 0x48, 0x89, 0xe5, 0x48, 0x83, 0xec, 0x40, 0x31, 0xc0, 0x8b, 0x00};
static const unsigned char without_frame[] = {0x31, 0xc0, 0x8b, 0x00};
static const unsigned char caller[] = {0x55, 0x48, 0x89, 0xe5, 0x48, 0x83, 0xec, 0x20, 0xff, 0xd7, 0xc9, 0xc3};

static volatile int *volatile nothing;
static volatile int after;

__attribute__((noinline)) static void callback(void)
{
    after += *nothing;
    after++;
}

typedef void code_fn(void (*call)(void));

__attribute__((noinline)) static void leaf(code_fn *code)
{
    code(callback);
    after++;
}

int main(int count, char **arguments)
{
    const char *which = count > 1 ? arguments[1] : "frame";
    unsigned char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return 1;
    memcpy(page, with_frame, sizeof(with_frame));
    memcpy(page + 2048, without_frame, sizeof(without_frame));
    memcpy(page + 1024, caller, sizeof(caller));
    mprotect(page, 4096, PROT_READ | PROT_EXEC);
    page += strcmp(which, "bare") == 0 ? 2048 : strcmp(which, "caller") == 0 ? 1024 : 0;
    leaf((code_fn *)(uintptr_t)page);
    return after;
}
