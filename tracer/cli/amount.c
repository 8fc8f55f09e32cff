#include "cli/amount.h"

#include "base/cleanup.h"

#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct unit {
    const char *suffix;
    double factor;
};

static const struct unit times[] = {{"", 1000}, {"ms", 1}, {"s", 1000}, {"m", 60e3}, {"h", 3600e3}};
static const struct unit sizes[] = {{"", 1},           {"k", 1024}, {"K", 1024}, {"M", 1048576.0}, {"G", 1073741824.0},
                                    {"T", 1099511627776.0}};
static const struct unit counts[] = {{"", 1}};

/* Decimal digits first, so that neither "inf" nor "0x10" nor "-1" is a number. */
static bool parse(const char *text, const struct unit *units, size_t count, int64_t *ret)
{
    char *end;
    if (!isdigit((unsigned char)text[0]) && text[0] != '.')
        return false;
    if (text[0] == '0' && tolower((unsigned char)text[1]) == 'x')
        return false;
    errno = 0;
    double value = strtod(text, &end);
    for (size_t i = 0; end != text && !errno && i < count; i++) {
        double amount = value * units[i].factor;
        if (strcmp(end, units[i].suffix) != 0 || amount >= 1e15)
            continue;
        *ret = (int64_t)(amount + 0.5);
        return true;
    }
    return false;
}

bool tr_amount_time_ms(const char *text, int64_t *ret) { return parse(text, times, TR_COUNT(times), ret); }
bool tr_amount_bytes(const char *text, int64_t *ret) { return parse(text, sizes, TR_COUNT(sizes), ret); }

bool tr_amount_count(const char *text, int64_t *ret)
{
    return !strpbrk(text, ".eE") && parse(text, counts, TR_COUNT(counts), ret);
}
