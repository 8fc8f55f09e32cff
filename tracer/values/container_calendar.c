/* std::chrono's days of the calendar, as operator<< of C++20 writes them, and the results of operator<=>. */
#include "values/container_internal.h"

#include <inttypes.h>

/* A number that is a member, or the only member of one. */
static bool part(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, const char *name,
                 uint64_t *ret)
{
    Dwarf_Die member;
    struct tr_bytes inside;
    if (!tr_member_enter(reading, type, bytes, name, &member, &inside))
        return false;
    return dwarf_tag(&member) == DW_TAG_base_type ? tr_member_number(reading, type, bytes, name, ret)
                                                  : tr_member_number(reading, &member, &inside, name, ret);
}

static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
static const char *const weekdays[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};

static void add_name(struct tr_str *text, const char *const *names, uint64_t count, uint64_t index, uint64_t number)
{
    if (index < count)
        tr_str_add_text(text, names[index]);
    else
        tr_str_printf(text, "%" PRIu64, number);
}

/* Letters stand for parts; the rest is written as it is. */
static bool spell(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, const char *pattern,
                  struct tr_str *text)
{
    uint64_t number;
    for (; *pattern; pattern++) {
        const char *name = *pattern == 'y'   ? "_M_y|__y|__y_"
                           : *pattern == 'd' ? "_M_d|__d|__d_"
                           : *pattern == 'w' ? "_M_wd|__wd|__wd_"
                                             : "_M_m|__m|__m_";
        if (*pattern == '-' || *pattern == '/')
            tr_str_add_char(text, *pattern);
        else if (!part(reading, type, bytes, name, &number))
            return false;
        else if (*pattern == 'y')
            tr_str_printf(text, "%04d", (int16_t)number);
        else if (*pattern == 'M')
            add_name(text, months, TR_COUNT(months), number - 1, number);
        else if (*pattern == 'w')
            add_name(text, weekdays, TR_COUNT(weekdays), number, number);
        else
            tr_str_printf(text, "%02" PRIu64, number);
    }
    return true;
}

bool tr_read_calendar(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                      struct tr_variable *node)
{
    static const struct {
        const char *class, *pattern;
    } patterns[] = {
        {"year", "y"},
        {"month", "M"},
        {"day", "d"},
        {"weekday", "w"},
        {"year_month", "y/M"},
        {"month_day", "M/d"},
        {"year_month_day", "y-m-d"},
    };
    tr_auto_str struct tr_str text = {0};
    size_t i = 0;
    while (i < TR_COUNT(patterns) && !tr_is_named(type, patterns[i].class))
        i++;
    if (i == TR_COUNT(patterns) || !spell(reading, type, bytes, patterns[i].pattern, &text))
        return false;
    node->kind = TR_VALUE_CLASS;
    node->value = tr_arena_strdup(reading->values->arena, tr_str_text(&text));
    return true;
}

bool tr_read_ordering(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                      struct tr_variable *node)
{
    enum { UNORDERED = 2, LIBCXX_UNORDERED = -127 };
    uint64_t value;
    if (!tr_member_number(reading, type, bytes, "_M_value|__value_", &value))
        return false;
    bool is_strong = tr_is_named(type, "strong_ordering");
    int8_t order = (int8_t)value;
    const char *name = order == -1  ? "less"
                       : order == 1 ? "greater"
                       : order == 0 ? (is_strong ? "equal" : "equivalent")
                                    : NULL;
    if (!name && !((order == UNORDERED || order == LIBCXX_UNORDERED) && tr_is_named(type, "partial_ordering")))
        return false;
    node->kind = TR_VALUE_CLASS;
    node->value = tr_arena_printf(reading->values->arena, "%s::%s", tr_cached_name(reading->values, type),
                                  name ? name : "unordered");
    return true;
}
