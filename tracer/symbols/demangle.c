#include "symbols/symbol.h"

#include "base/cleanup.h"
#include "base/limits.h"
#include "base/str.h"
#include "symbols/dwarf_internal.h"
#include "symbols/short_name.h"

/* libiberty.h asks; glibc declares it. */
#define HAVE_DECL_BASENAME 1
#include <demangle.h>
#include <setjmp.h>
#include <string.h>

struct output {
    struct tr_str text;
    jmp_buf full;
};

/*
 * A short mangled name can stand for text of any size (each substitution may double it). libiberty's callback form
 * keeps everything on the stack, so leaving by longjmp loses nothing.
 */
static void collect(const char *text, size_t size, void *arg)
{
    struct output *output = arg;
    if (output->text.size + size > TR_LIMIT_DEMANGLED_BYTES)
        longjmp(output->full, 1);
    tr_str_add(&output->text, text, size);
}

/* libiberty refuses names above 1024 bytes unless told otherwise, which templates exceed daily. */
static bool demangle(const char *name, int options, struct output *output)
{
    size_t length = strnlen(name, TR_LIMIT_MANGLED_BYTES + 1);
    if (name[0] != '_' || name[1] != 'Z' || length > TR_LIMIT_MANGLED_BYTES)
        return false;
    if (setjmp(output->full))
        return false;
    return cplus_demangle_v3_callback(name, options | DMGL_ANSI | DMGL_NO_RECURSE_LIMIT, collect, output) != 0;
}

/* "[abi:cxx11]" tells the linker something and the reader nothing. */
static char *without_abi_tags(struct tr_arena *arena, const char *text, size_t size)
{
    static const char tag[] = "[abi:";
    char *result = tr_arena_strndup(arena, text, size);
    char *at = result;
    while ((at = strstr(at, tag))) {
        char *end = strchr(at, ']');
        if (!end)
            break;
        memmove(at, end + 1, strlen(end + 1) + 1);
    }
    return result;
}

static bool is_clone_word(const char *word, size_t length)
{
    static const char *const words[] = {"isra", "part",       "constprop", "cold",    "lto_priv",
                                        "llvm", "localalias", "unlikely",  "resolver"};
    if (length && strspn(word, "0123456789") >= length)
        return true;
    for (size_t i = 0; i < TR_COUNT(words); i++)
        if (strlen(words[i]) == length && strncmp(word, words[i], length) == 0)
            return true;
    return false;
}

/* Length of a C name without what the compiler appends to copies of a function: ".isra.0", ".cold". */
static size_t without_clone_suffix(const char *name, size_t length)
{
    for (size_t end = length; end > 0;) {
        size_t dot = end;
        while (dot > 0 && name[dot - 1] != '.')
            dot--;
        if (dot <= 1 || !is_clone_word(name + dot, end - dot))
            break;
        length = end = dot - 1;
    }
    return length;
}

const char *tr_demangle(struct tr_arena *arena, const char *name)
{
    struct output output = {0};
    const char *result;
    if (demangle(name, 0, &output)) {
        result = without_abi_tags(arena, tr_str_text(&output.text), output.text.size);
    } else {
        size_t length = strnlen(name, TR_LIMIT_DEMANGLED_BYTES);
        const char *version = memchr(name, '@', length);
        if (version)
            length = (size_t)(version - name);
        result = tr_arena_strndup(arena, name, without_clone_suffix(name, length));
    }
    tr_str_deinit(&output.text);
    return result;
}

const char *tr_function_name(struct tr_arena *arena, const char *name)
{
    return tr_short_name(arena, tr_demangle(arena, name));
}

const char *demangle_signature(struct tr_arena *arena, const char *name)
{
    struct output output = {0};
    const char *result = NULL;
    if (demangle(name, DMGL_PARAMS, &output)) {
        char *text = without_abi_tags(arena, tr_str_text(&output.text), output.text.size);
        char *clone = strstr(text, " [clone ");
        if (clone)
            *clone = '\0';
        result = text;
    }
    tr_str_deinit(&output.text);
    return result;
}
