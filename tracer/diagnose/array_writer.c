#include "diagnose/array_writer.h"

#include "base/cleanup.h"
#include "diagnose/source_text.h"

#include <inttypes.h>
#include <string.h>

enum { FEW = 3, NONE = -1, ALL_BEHIND_FIRST = -2 };

/* Functions of the C library, and which of their arguments they write through; of others it may be any. */
static const struct {
    const char *function;
    int argument;
} functions[] = {
    {"strcpy", 0},  {"strcat", 0},   {"strncpy", 0}, {"strncat", 0}, {"stpcpy", 0},  {"memcpy", 0},  {"memmove", 0},
    {"memset", 0},  {"sprintf", 0},  {"gets", 0},    {"fgets", 0},   {"fread", 0},   {"read", 1},    {"recv", 1},
    {"getcwd", 0},  {"vsprintf", 0}, {"snprintf", 0}, {"vsnprintf", 0},
    {"scanf", ALL_BEHIND_FIRST}, {"sscanf", ALL_BEHIND_FIRST}, {"fscanf", ALL_BEHIND_FIRST},
    {"printf", NONE}, {"fprintf", NONE}, {"puts", NONE},   {"fputs", NONE},  {"strlen", NONE}, {"strcmp", NONE},
    {"strncmp", NONE}, {"strcasecmp", NONE}, {"memcmp", NONE}, {"strchr", NONE}, {"strrchr", NONE}, {"strstr", NONE},
    {"atoi", NONE}, {"atof", NONE},  {"atol", NONE}, {"strdup", NONE}, {"fopen", NONE}, {"write", NONE}, {"fwrite", NONE},
    {"sizeof", NONE}, {"isalpha", NONE}, {"isdigit", NONE}, {"isspace", NONE}, {"toupper", NONE}, {"tolower", NONE},
};

static bool may_write(const struct tr_store *handed)
{
    char function[TR_SOURCE_NAME];
    if (!tr_source_called(handed->value, function))
        return true;
    const char *name = strncmp(function, "std::", strlen("std::")) == 0 ? function + strlen("std::") : function;
    for (size_t i = 0; i < TR_COUNT(functions); i++) {
        if (strcmp(functions[i].function, name) != 0)
            continue;
        int argument = functions[i].argument;
        return argument == ALL_BEHIND_FIRST ? handed->argument.value > 0 : argument == handed->argument.value;
    }
    return true;
}

/* "line[i]" and "*line". */
static bool is_element(const struct tr_store *store, const char *array)
{
    size_t length = strlen(array);
    return (strncmp(store->target, array, length) == 0 && store->target[length] == '[') ||
           (store->target[0] == '*' && strcmp(store->target + 1, array) == 0);
}

/* "line[0]": such an index does not grow. */
static bool is_fixed(const struct tr_store *store)
{
    const char *index = strchr(store->target, '[');
    size_t digits = index ? strspn(index + 1, "0123456789") : 0;
    return digits && index[1 + digits] == ']';
}

/* A pointer that is set to the array, or into it: what is written through that is not seen. */
static bool is_kept(const struct tr_store *store, const char *array)
{
    const char *at = store->value ? strstr(store->value, array) : NULL;
    char behind = at ? at[strlen(array)] : '\0';
    bool is_first = at == store->value || (at == store->value + 1 && store->value[0] == '&');
    return at && is_first && (behind == '\0' || behind == ' ' || (behind == '[' && store->value[0] == '&'));
}

struct writers {
    const struct tr_store *items[FEW];
    size_t count;
    bool has_fixed; /* elements by a number, which are no items */
};

/* Two on a line are one place. */
static void add(struct writers *writers, const struct tr_store *store)
{
    for (size_t i = 0; i < writers->count && i < FEW; i++)
        if (writers->items[i]->line.value == store->line.value)
            return;
    if (writers->count < FEW)
        writers->items[writers->count] = store;
    writers->count++;
}

/* In the order in which the lists have them. @return false when there may be others. */
static bool find(const struct tr_facts *facts, const char *array, struct writers *ret)
{
    const struct tr_report *report = facts->report;
    *ret = (struct writers){.count = 0};
    TR_EACH(const struct tr_store, store, &report->stores)
    {
        if (is_kept(store, array))
            return false;
        bool is_own = is_element(store, array), fixed = is_own && is_fixed(store);
        ret->has_fixed = ret->has_fixed || fixed;
        if (is_own && !fixed)
            add(ret, store);
    }
    TR_EACH(const struct tr_store, handed, &report->handed)
    {
        if (strcmp(handed->target, array) == 0 && may_write(handed))
            add(ret, handed);
    }
    return report->stores_known == TR_TRUE && ret->count && ret->count <= FEW;
}

void tr_array_writers_tell(const struct tr_facts *facts, const char *array, struct tr_finding *finding)
{
    const struct tr_frame *frame = tr_facts_frame(facts);
    struct writers writers;
    if (!frame || !frame->file || !find(facts, array, &writers))
        return;
    const char *name = tr_facts_name(facts, array), *file = tr_facts_name(facts, frame->file);
    for (size_t i = 0; i < writers.count; i++)
        tr_finding_add(facts, finding, tr_facts_frame_ref(facts, frame), "%s is written at %s:%" PRId64 ": %s", name, file,
                       writers.items[i]->line.value, tr_facts_quoted(facts, writers.items[i]->text));
    if (writers.count > 1)
        return;
    finding->hint = tr_arena_printf(facts->arena,
                                    "only %s:%" PRId64 " writes into %s%s: give it room for the longest that may come, or write no more than "
                                    "fits%s",
                                    file, writers.items[0]->line.value, name, writers.has_fixed ? ", but for elements by a number" : "",
                                    writers.items[0]->argument.known ? " (snprintf and fgets take the size)" : "");
}
