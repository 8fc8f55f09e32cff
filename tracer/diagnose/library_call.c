#include "diagnose/library_call.h"

#include "base/cleanup.h"

#include <string.h>

/*
 * One letter an argument: s string, b memory, f stream, d directory stream, t object of another type, p function;
 * - is no pointer or may be NULL. From the C and POSIX standards.
 */
static const struct {
    const char *function, *arguments;
} wants[] = {
    {"strlen", "s"},
    {"strnlen", "s"},
    {"strcmp", "ss"},
    {"strncmp", "ss"},
    {"strcasecmp", "ss"},
    {"strncasecmp", "ss"},
    {"strcoll", "ss"},
    {"strcpy", "bs"},
    {"strncpy", "bs"},
    {"stpcpy", "bs"},
    {"strcat", "ss"},
    {"strncat", "ss"},
    {"strchr", "s"},
    {"strrchr", "s"},
    {"strchrnul", "s"},
    {"strstr", "ss"},
    {"strcasestr", "ss"},
    {"strspn", "ss"},
    {"strcspn", "ss"},
    {"strpbrk", "ss"},
    {"strtok", "-s"},
    {"strtok_r", "-st"},
    {"strsep", "ts"},
    {"strdup", "s"},
    {"strndup", "s"},
    {"memcpy", "bb"},
    {"memmove", "bb"},
    {"mempcpy", "bb"},
    {"memset", "b"},
    {"memcmp", "bb"},
    {"memchr", "b"},
    {"rawmemchr", "b"},
    {"atoi", "s"},
    {"atol", "s"},
    {"atoll", "s"},
    {"atof", "s"},
    {"strtol", "s-"},
    {"strtoul", "s-"},
    {"strtoll", "s-"},
    {"strtoull", "s-"},
    {"strtod", "s-"},
    {"strtof", "s-"},
    {"fopen", "ss"},
    {"fclose", "f"},
    {"fgets", "b-f"},
    {"fputs", "sf"},
    {"puts", "s"},
    {"fgetc", "f"},
    {"getc", "f"},
    {"fputc", "-f"},
    {"putc", "-f"},
    {"ungetc", "-f"},
    {"fread", "b--f"},
    {"fwrite", "b--f"},
    {"fprintf", "fs"},
    {"vfprintf", "fs"},
    {"fscanf", "fs"},
    {"printf", "s"},
    {"scanf", "s"},
    {"sprintf", "bs"},
    {"snprintf", "--s"},
    {"sscanf", "ss"},
    {"feof", "f"},
    {"ferror", "f"},
    {"clearerr", "f"},
    {"rewind", "f"},
    {"fseek", "f"},
    {"ftell", "f"},
    {"fileno", "f"},
    {"setvbuf", "f"},
    {"getline", "ttf"},
    {"getdelim", "tt-f"},
    {"opendir", "s"},
    {"readdir", "d"},
    {"closedir", "d"},
    {"qsort", "b--p"},
    {"bsearch", "bb--p"},
    {"asctime", "t"},
    {"mktime", "t"},
    {"localtime", "t"},
    {"gmtime", "t"},
    {"ctime", "t"},
    {"strftime", "b-st"},
    {"toupper", ""},
    {"isdigit", ""},
    {"getenv", "s"},
    {"putenv", "s"},
    {"system", "s"},
    {"pthread_mutex_lock", "t"},
    {"pthread_mutex_unlock", "t"},
    {"pthread_cond_wait", "tt"},
    {"pthread_cond_signal", "t"},
    {"wcslen", "s"},
    {"wcscpy", "bs"},
    {"wcscmp", "ss"},
    {"regexec", "ts"},
    {"pclose", "f"},
};

static const struct {
    char letter;
    const char *words;
} meanings[] = {
    {'s', "a string"},          {'b', "memory"},    {'f', "an open stream"},
    {'d', "an open directory"}, {'t', "an object"}, {'p', "a function"},
};

static const struct {
    const char *function, *call;
} behind[] = {
    {"fopen", "open"},   {"freopen", "open"},  {"opendir", "open"}, {"open", "open"},
    {"fdopen", "fcntl"}, {"mmap", "mmap"},     {"malloc", "mmap"},  {"calloc", "mmap"},
    {"realloc", "mmap"}, {"socket", "socket"}, {"popen", "pipe"},   {"dlopen", "open"},
};

/* How glibc calls the versions of a function for one processor: __strlen_avx2_rtm. */
static const char *const variants[] = {"_avx", "_evex", "_sse", "_ssse", "_erms", "_unaligned", "_internal", "_rtm"};

/* "std::map<…>::at" -> "std::map::at": the arguments of a template say little and are long. */
static const char *without_templates(struct tr_arena *arena, const char *name)
{
    char *result = tr_arena_strndup(arena, name, strlen(name)), *to = result;
    size_t depth = 0;
    const char *end = strstr(name, "operator"); /* operator< and its like end the name */
    for (const char *at = name; *at && at != end; at++) {
        depth += *at == '<';
        if (!depth)
            *to++ = *at;
        depth -= *at == '>' && depth;
    }
    if (end)
        memmove(to, end, strlen(end) + 1);
    else
        *to = '\0';
    return result;
}

const char *tr_library_name(struct tr_arena *arena, const char *symbol)
{
    if (strstr(symbol, "::"))
        return without_templates(arena, symbol);
    const char *name = symbol;
    size_t length = strcspn(name, "@");
    if (name[0] == '_' && name[1] == '_')
        name += 2, length -= 2;
    else if (strncmp(name, "_IO_", 4) == 0)
        name += 4, length -= 4;
    else
        return tr_arena_strndup(arena, name, length);
    for (size_t i = 0; i < TR_COUNT(variants); i++) {
        const char *at = strstr(name, variants[i]);
        if (at && at > name && (size_t)(at - name) < length)
            length = (size_t)(at - name);
    }
    if (length > 4 && strncmp(name + length - 4, "_chk", 4) == 0)
        length -= 4;
    const char *plain = tr_arena_strndup(arena, name, length);
    if (strcmp(plain, "isoc99_sscanf") == 0 || strcmp(plain, "isoc99_fscanf") == 0 ||
        strcmp(plain, "isoc99_scanf") == 0)
        plain += strlen("isoc99_");
    /* Only what is surely a name that programs use: "__assert_fail" stays what it is. */
    return tr_library_known(plain) ? plain : tr_arena_strndup(arena, symbol, strcspn(symbol, "@"));
}

static const char *arguments_of(const char *function)
{
    if (strncmp(function, "std::", 5) == 0)
        function += 5;
    for (size_t i = 0; i < TR_COUNT(wants); i++)
        if (strcmp(wants[i].function, function) == 0)
            return wants[i].arguments;
    return NULL;
}

bool tr_library_known(const char *function)
{
    return arguments_of(function) != NULL;
}

const char *tr_library_wants(const char *function, int argument)
{
    const char *arguments = arguments_of(function);
    if (!arguments || argument < 0 || (size_t)argument >= strlen(arguments))
        return NULL;
    for (size_t i = 0; i < TR_COUNT(meanings); i++)
        if (meanings[i].letter == arguments[argument])
            return meanings[i].words;
    return NULL;
}

const char *tr_library_behind(const char *function)
{
    for (size_t i = 0; i < TR_COUNT(behind); i++)
        if (strcmp(behind[i].function, function) == 0)
            return behind[i].call;
    return NULL;
}
