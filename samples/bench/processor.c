/* Bound to the processor, hardly a system call: about a second of hashing. Used by scripts/bench. */
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    uint64_t hash = 1469598103934665603u;
    for (uint64_t i = 0; i < 700000000; i++)
        hash = (hash ^ (i & 255)) * 1099511628211u;
    printf("%016llx\n", (unsigned long long)hash);
    return 0;
}
