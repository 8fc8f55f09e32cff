#include "unwind/unwind_internal.h"

#include <string.h>

enum { LONGEST_CALL = 7 }; /* FF /2 with SIB and 32-bit displacement; a REX prefix before it changes nothing here */

/* Length of the near indirect call FF /2 whose ModRM byte is at bytes[1]; 0 when it is another instruction. */
static size_t indirect_call_length(const unsigned char *bytes, size_t size)
{
    if (size < 2 || bytes[0] != 0xff || (bytes[1] >> 3 & 7) != 2)
        return 0;
    unsigned mode = bytes[1] >> 6, base = bytes[1] & 7;
    if (mode == 3)
        return 2;
    size_t length = 2;
    if (base == 4) {
        if (size < 3)
            return 0;
        base = bytes[2] & 7;
        length = 3;
    }
    if (mode == 1)
        return length + 1;
    return mode == 2 || base == 5 ? length + 4 : length; /* base 5 without displacement: rip or 32-bit absolute */
}

enum call { NO_CALL, DIRECT, INDIRECT };

static enum call call_before(const struct tr_images *images, uint64_t address, uint64_t *ret_target)
{
    unsigned char bytes[LONGEST_CALL] = {0};
    if (address < sizeof(bytes) || !tr_maps_executable(images->maps, address))
        return NO_CALL;
    /* The first bytes may lie in front of the mapping; they are then zero, which is no call. */
    for (size_t skip = 0; skip < sizeof(bytes) - 1; skip++)
        if (tr_memory_read(images->memory, address - sizeof(bytes) + skip, bytes + skip, sizeof(bytes) - skip))
            break;
    if (bytes[2] == 0xe8) {
        int32_t distance;
        memcpy(&distance, bytes + 3, sizeof(distance));
        *ret_target = address + (uint64_t)(int64_t)distance;
        return DIRECT;
    }
    for (size_t length = 2; length <= sizeof(bytes); length++)
        if (indirect_call_length(bytes + sizeof(bytes) - length, length) == length)
            return INDIRECT;
    return NO_CALL;
}

bool is_return_address(const struct tr_images *images, uint64_t address)
{
    uint64_t target;
    return call_before(images, address, &target) != NO_CALL;
}

bool call_may_reach(const struct tr_images *images, uint64_t address, uint64_t target)
{
    uint64_t direct;
    enum call call = call_before(images, address, &direct);
    return call == INDIRECT || (call == DIRECT && direct == target);
}

bool is_signal_trampoline(const struct tr_images *images, uint64_t pc)
{
    static const unsigned char long_form[] = {0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05};
    static const unsigned char short_form[] = {0xb8, 0x0f, 0, 0, 0, 0x0f, 0x05};
    unsigned char bytes[sizeof(long_form)] = {0};
    size_t size = tr_memory_read_some(images->memory, pc, bytes, sizeof(bytes));
    return size >= sizeof(short_form)
           && (memcmp(bytes, long_form, sizeof(long_form)) == 0 || memcmp(bytes, short_form, sizeof(short_form)) == 0);
}
