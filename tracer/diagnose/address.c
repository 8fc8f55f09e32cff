#include "diagnose/address.h"

#include "base/utf8.h"

#include <inttypes.h>
#include <string.h>

enum { TEXT_LEAST = 5, TEXT_BEFORE = 48, TEXT_WHOLE = 160, LITERAL = 64 };

static bool is_text(unsigned char c)
{
    return (c >= 0x20 && c < 0x7f) || c == '\n' || c == '\t';
}

const char *tr_address_text(const struct tr_facts *facts, uint64_t word)
{
    char text[sizeof(word) + 1] = {0};
    memcpy(text, &word, sizeof(word));
    size_t length = strlen(text);
    for (size_t i = 0; i < sizeof(word); i++)
        if (i < length ? !is_text((unsigned char)text[i]) : text[i] != 0)
            return NULL;
    return length >= TEXT_LEAST ? tr_facts_quoted(facts, text) : NULL;
}

const char *tr_address_text_around(const struct tr_facts *facts, uint64_t address, size_t size)
{
    char text[TEXT_WHOLE + 1];
    size_t length = 0, before = 0;
    while (length < size && length < TEXT_WHOLE / 2) {
        if (!tr_facts_read(facts, address + length, &text[length], 1) || !is_text((unsigned char)text[length]))
            return NULL;
        length++;
    }
    char c;
    while (before < TEXT_BEFORE && tr_facts_read(facts, address - before - 1, &c, 1) && is_text((unsigned char)c)) {
        memmove(text + 1, text, length++);
        text[0] = c;
        before++;
    }
    while (length < TEXT_WHOLE && tr_facts_read(facts, address + length - before, &c, 1) && is_text((unsigned char)c))
        text[length++] = c;
    text[length] = '\0';
    return tr_facts_quoted(facts, text);
}

const char *tr_address_literal(const struct tr_facts *facts, uint64_t address)
{
    char text[LITERAL + 1] = {0};
    uint64_t start = address;
    char c;
    while (address - start < LITERAL && tr_facts_read(facts, start - 1, &c, 1) && c != '\0')
        start--;
    size_t length = 0, plain = 0;
    while (length < LITERAL && tr_facts_read(facts, start + length, &c, 1) && c != '\0') {
        bool is_plain = is_text((unsigned char)c) || c == '\r';
        if (!is_plain && (unsigned char)c < 0x80)
            return NULL;
        plain += is_plain;
        text[length++] = c;
    }
    return plain > length / 2 ? tr_facts_quoted(facts, text) : NULL;
}

bool tr_address_is_below_null(uint64_t address)
{
    return address > (uint64_t) - (int64_t)TR_ADDRESS_FIRST;
}

const char *tr_address_looks(const struct tr_facts *facts, uint64_t word)
{
    const char *text = tr_address_text(facts, word);
    if (text)
        return tr_arena_printf(facts->arena, "holds the text %s instead of an address", text);
    if (word < TR_ADDRESS_FIRST)
        return tr_arena_printf(facts->arena, "is the small number %" PRIu64 ", no address", word);
    if (tr_address_is_below_null(word))
        return tr_arena_printf(facts->arena, "is the small number %" PRId64 ", no address", (int64_t)word);
    if (word >= TR_ADDRESS_END && word < ~TR_ADDRESS_END + 1)
        return tr_arena_printf(facts->arena, "is 0x%" PRIx64 ", an address that no memory can have", word);
    if (word >= ~TR_ADDRESS_END + 1)
        return tr_arena_printf(facts->arena, "is 0x%" PRIx64 ", an address of the kernel's half", word);
    return tr_arena_printf(facts->arena, "is 0x%" PRIx64 ", where nothing is mapped", word);
}
