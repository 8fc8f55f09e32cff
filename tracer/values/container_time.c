/* std::chrono: durations with their unit, as operator<< of C++20 writes them, and moments of the system's clock as
 * dates. */
#include "values/container_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct period {
    int64_t seconds, parts; /* one tick is seconds/parts of a second */
};

/* [time.duration.io]; the standard's "us" is allowed for microseconds. */
static const struct unit {
    struct period period;
    const char *suffix;
} units[] = {
    {{1, 1}, "s"},    {{1, 1000}, "ms"}, {{1, 1000000}, "us"}, {{1, 1000000000}, "ns"},
    {{60, 1}, "min"}, {{3600, 1}, "h"},  {{86400, 1}, "d"},
};

/* The period's type, std::ratio<1, 1000>: clang may only declare it, but its name says all. */
static bool period_of(const struct tr_reading *reading, Dwarf_Die *duration, struct period *ret)
{
    Dwarf_Die ratio, stripped;
    if (!tr_template_type(duration, 1, "period", &ratio) || !tr_strip(reading, &ratio, &stripped))
        return false;
    const char *at = strchr(tr_cached_name(reading->values, &stripped), '<');
    char *end;
    if (!at)
        return false;
    ret->seconds = strtoll(at + 1, &end, 10);
    ret->parts = 1;
    end += strspn(end, "Ll, ");
    if (*end != '>')
        ret->parts = strtoll(end, NULL, 10);
    return ret->seconds > 0 && ret->parts > 0;
}

static const char *suffix_of(struct tr_reading *reading, struct period period)
{
    for (size_t i = 0; i < TR_COUNT(units); i++)
        if (units[i].period.seconds == period.seconds && units[i].period.parts == period.parts)
            return units[i].suffix;
    struct tr_arena *arena = reading->values->arena;
    return period.parts == 1 ? tr_arena_printf(arena, "[%" PRId64 "]s", period.seconds)
                             : tr_arena_printf(arena, "[%" PRId64 "/%" PRId64 "]s", period.seconds, period.parts);
}

/* @param[out] ret  its period. @return false when it is no duration inside; @p node may then have been changed. */
static bool read_duration(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                          struct tr_variable *node, struct period *ret)
{
    Dwarf_Die count;
    struct tr_bytes there;
    if (!period_of(reading, type, ret) || !tr_find_member(reading, type, bytes, "__r|__rep_", &count, &there))
        return false;
    tr_read_value(reading, &count, &there, node);
    return true;
}

bool tr_read_duration(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                      struct tr_variable *node)
{
    struct tr_variable count = *node;
    struct period period;
    if (!read_duration(reading, type, bytes, &count, &period))
        return false;
    *node = count;
    node->kind = TR_VALUE_CLASS;
    if (node->value)
        node->value = tr_arena_printf(reading->values->arena, "%s%s", node->value, suffix_of(reading, period));
    return true;
}

/* "2023-11-14 22:13:20.5 UTC"; NULL for what is no date that the C library can tell. */
static const char *date_of(struct tr_arena *arena, int64_t count, struct period period)
{
    enum { DIGITS = 9, NANO = 1000000000 };
    int64_t whole;
    if (__builtin_mul_overflow(count, period.seconds, &whole) || NANO % period.parts)
        return NULL;
    int64_t rest = whole % period.parts, seconds = whole / period.parts - (rest < 0);
    char text[40], fraction[DIGITS + 2] = "";
    time_t moment = seconds;
    struct tm parts;
    if (!gmtime_r(&moment, &parts) || !strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S", &parts))
        return NULL;
    if (rest) {
        (void)snprintf(fraction, sizeof(fraction), ".%09" PRId64,
                       (rest + (rest < 0 ? period.parts : 0)) * (NANO / period.parts));
        for (size_t last = DIGITS; fraction[last] == '0'; last--)
            fraction[last] = '\0';
    }
    return tr_arena_printf(arena, "%s%s UTC", text, fraction);
}

static bool is_system_clock(const struct tr_reading *reading, Dwarf_Die *type)
{
    Dwarf_Die clock;
    return tr_template_type(type, 0, "clock", &clock) &&
           strstr(tr_cached_name(reading->values, &clock), "system_clock");
}

bool tr_read_time_point(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                        struct tr_variable *node)
{
    Dwarf_Die duration;
    struct tr_bytes inside;
    struct tr_variable count = *node;
    struct period period;
    if (!tr_member_enter(reading, type, bytes, "__d|__d_", &duration, &inside) ||
        !read_duration(reading, &duration, &inside, &count, &period))
        return false;
    bool is_date = count.value && count.kind == TR_VALUE_INTEGER && is_system_clock(reading, type);
    const char *date = is_date ? date_of(reading->values->arena, strtoll(count.value, NULL, 10), period) : NULL;
    *node = count;
    node->kind = TR_VALUE_CLASS;
    if (node->value)
        node->value =
            date ? date : tr_arena_printf(reading->values->arena, "%s%s", node->value, suffix_of(reading, period));
    return true;
}
