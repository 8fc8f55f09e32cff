#include "process/maps.h"

#include "base/limits.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool parse_line(struct tr_arena *arena, const char *line, size_t length, struct tr_mapping *ret)
{
    char permissions[5] = "";
    int path_at = 0;
    char head[128];
    /* Everything before the path fits easily: two addresses, offset, device, inode. */
    size_t head_length = length < sizeof(head) - 1 ? length : sizeof(head) - 1;
    memcpy(head, line, head_length);
    head[head_length] = '\0';
    int fields = sscanf(head, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %x:%x %" SCNu64 " %n", &ret->start, &ret->end,
                        permissions, &ret->offset, &ret->device_major, &ret->device_minor, &ret->inode, &path_at);
    if (fields != 7 || ret->end <= ret->start)
        return false;
    ret->readable = permissions[0] == 'r';
    ret->writable = permissions[1] == 'w';
    ret->executable = permissions[2] == 'x';
    ret->shared = permissions[3] == 's';
    static const char suffix[] = " (deleted)";
    size_t at = path_at > 0 && (size_t)path_at <= length ? (size_t)path_at : length;
    size_t path_length = length - at;
    if (path_length >= sizeof(suffix) - 1
        && memcmp(line + length - (sizeof(suffix) - 1), suffix, sizeof(suffix) - 1) == 0) {
        ret->deleted = true;
        path_length -= sizeof(suffix) - 1;
    }
    ret->path = tr_arena_strndup(arena, line + at, path_length);
    return true;
}

void tr_maps_parse(struct tr_arena *arena, const char *text, struct tr_maps *ret)
{
    size_t lines = 0;
    for (const char *p = text; *p; p++)
        lines += *p == '\n';
    struct tr_maps maps = {.truncated = lines > TR_LIMIT_MAPPINGS};
    if (maps.truncated)
        lines = TR_LIMIT_MAPPINGS;
    maps.mappings = tr_arena_alloc(arena, (lines + 1) * sizeof(*maps.mappings));
    for (const char *line = text, *end; *line && maps.count < lines; line = end + 1) {
        end = strchr(line, '\n');
        if (!end)
            break;
        struct tr_mapping mapping = {0};
        bool ordered = !maps.count;
        if (!parse_line(arena, line, (size_t)(end - line), &mapping))
            continue;
        ordered = ordered || mapping.start >= maps.mappings[maps.count - 1].end;
        /* The kernel lists mappings in order; [vsyscall] lies above everything. Anything else is not worth trusting. */
        if (ordered)
            maps.mappings[maps.count++] = mapping;
    }
    *ret = maps;
}

/* Index of the first mapping that ends above @p address; count when there is none. */
static size_t first_above(const struct tr_maps *maps, uint64_t address)
{
    size_t low = 0, high = maps->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (maps->mappings[middle].end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct tr_mapping *tr_maps_find(const struct tr_maps *maps, uint64_t address)
{
    size_t index = first_above(maps, address);
    return index < maps->count && maps->mappings[index].start <= address ? &maps->mappings[index] : NULL;
}

const struct tr_mapping *tr_maps_nearest(const struct tr_maps *maps, uint64_t address)
{
    size_t index = first_above(maps, address);
    const struct tr_mapping *above = index < maps->count ? &maps->mappings[index] : NULL;
    const struct tr_mapping *below = index > 0 ? &maps->mappings[index - 1] : NULL;
    if (!above || !below || above->start <= address)
        return above ? above : below;
    return above->start - address < address - below->end ? above : below;
}
