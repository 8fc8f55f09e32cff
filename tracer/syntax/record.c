#include "syntax/evaluator.h"

#include "base/secret.h"
#include "base/utf8.h"
#include "values/format.h"

#include <inttypes.h>
#include <string.h>

const char *record_text(struct evaluator *evaluator, const struct node *node)
{
    tr_auto_str struct tr_str text = {0};
    size_t at = 0;
    bool was_blank = true; /* runs of white space count as one */
    while (at < node->size && text.size < TR_LIMIT_EXPRESSION_TEXT) {
        size_t length = tr_utf8_sequence(node->text + at, node->size - at);
        unsigned char c = (unsigned char)node->text[at];
        bool is_blank = c <= ' ' || c == 0x7f;
        if (is_blank && !was_blank)
            tr_str_add_char(&text, ' ');
        else if (!is_blank && length)
            tr_str_add(&text, node->text + at, length);
        else if (!is_blank)
            tr_str_add_char(&text, '?');
        was_blank = is_blank;
        at += length ? length : 1;
    }
    if (at < node->size)
        tr_str_add_text(&text, "…");
    return tr_arena_strdup(evaluator->arena, tr_str_text(&text));
}

static struct tr_shown shown_of(const struct evaluator *evaluator, const struct typed *value)
{
    return (struct tr_shown){
        .dwarf = evaluator->dwarf,
        .function = evaluator->function,
        .frame = evaluator->context,
        .name = value->name,
        .is_secret = value->is_secret,
        .in_memory = value->in_memory,
        .address = value->address,
        .bytes = value->bytes,
        .size = value->size,
        .missing = value->missing,
        .bit_offset = value->bit_offset,
        .bit_size = value->bit_size,
    };
}

/* The value as values/ spells it; kept, since what it points to is known later. */
static void take_shown(struct evaluator *evaluator, struct tr_evaluated *record, struct tr_variable *shown)
{
    record->kind = shown->kind;
    record->value = shown->value;
    record->state = shown->state;
    record->reason = shown->reason;
    struct shown_record *own = NULL;
    TR_EACH (struct shown_record, pair, &evaluator->shown)
        if (pair->record == record) /* filled before, with another value */
            own = pair;
    if (!own)
        own = tr_list_new(evaluator->arena, &evaluator->shown, struct shown_record);
    *own = (struct shown_record){record, shown, shown->value};
}

static void fill_basic(struct evaluator *evaluator, struct tr_evaluated *record, const struct typed *value)
{
    const struct basic_type *type = &basic_types[value->type.basic];
    tr_auto_str struct tr_str text = {0};
    record->kind = type->is_float                             ? TR_VALUE_FLOAT
                   : value->type.basic == BASIC_BOOL          ? TR_VALUE_BOOLEAN
                   : value->type.basic <= BASIC_UNSIGNED_CHAR ? TR_VALUE_CHARACTER
                                                              : TR_VALUE_INTEGER;
    if (type->is_float)
        (void)tr_format_float(&text, value->bytes, tr_float_type(type->name, type->size));
    else if (record->kind == TR_VALUE_BOOLEAN)
        tr_str_add_text(&text, value->bytes[0] ? "true" : "false");
    else if (record->kind == TR_VALUE_CHARACTER)
        tr_format_character(&text, value->bytes[0]);
    else
        tr_format_integer(&text, value->bytes, type->size, type->is_signed);
    record->value = tr_arena_strdup(evaluator->arena, tr_str_text(&text));
}

static void fill_value(struct evaluator *evaluator, struct tr_evaluated *record, const struct typed *value,
                       const struct type_view *view, const struct scalar *scalar)
{
    struct ctype type = value->type, target;
    struct tr_shown shown = shown_of(evaluator, value);
    Dwarf_Die *whole = ctype_whole(&type);
    if (value->spelled) {
        record->kind = value->spelled_kind;
        record->value = value->spelled;
    } else if (whole) {
        take_shown(evaluator, record, tr_show_value(evaluator->values, whole, &shown));
    } else if (view->class == CLASS_POINTER && scalar && ctype_target(evaluator, &type, &target)) {
        take_shown(evaluator, record, tr_show_pointer(evaluator->values, ctype_whole(&target), scalar->word, &shown));
    } else if (view->class == CLASS_ARRAY) {
        record->kind = TR_VALUE_ARRAY;
    } else if (type.form == CTYPE_BASIC && !type.pointers && !value->in_memory) {
        fill_basic(evaluator, record, value);
    }
}

static void mask(struct evaluator *evaluator, struct tr_evaluated *record)
{
    record->value = TR_SECRET_MASK;
    record->reason = "masked: it looks like a secret";
    TR_EACH (struct shown_record, pair, &evaluator->shown) {
        if (pair->record != record)
            continue;
        pair->shown->value = pair->value = record->value;
    }
}

static bool is_told(enum tr_value_kind kind, const struct typed *value)
{
    return !value->is_secret || kind == TR_VALUE_POINTER || kind == TR_VALUE_STRING || kind == TR_VALUE_ARRAY;
}

static void fill_number(struct tr_evaluated *record, const struct type_view *view, const struct scalar *scalar)
{
    if (view->class == CLASS_FLOAT || !scalar)
        return;
    record->word = tr_word(scalar->word);
}

/* Other nodes hand on the lvalue of a part, whose record tells its address. */
static bool is_own_lvalue(const struct tr_evaluated *record, const struct typed *value)
{
    static const char *const nodes[] = {"identifier",       "qualified_identifier", "this",
                                        "field_expression", "subscript_expression", "pointer_expression"};
    if (value->is_result && strcmp(record->node, "call_expression") == 0)
        return true;
    for (size_t i = 0; !value->is_expansion && i < TR_COUNT(nodes); i++)
        if (strcmp(record->node, nodes[i]) == 0)
            return true;
    return false;
}

static void fill_known(struct evaluator *evaluator, struct tr_evaluated *record, const struct typed *value)
{
    struct type_view view;
    struct scalar scalar;
    struct typed failure = {.state = TR_STATE_OK};
    uint64_t number;
    ctype_view(evaluator, &value->type, &view);
    bool is_scalar = view.class != CLASS_STRUCT && view.class != CLASS_VOID && view.class != CLASS_UNKNOWN;
    is_scalar = is_scalar && value->spelled_kind != TR_VALUE_STRING;
    bool loaded = is_scalar && scalar_load(evaluator, value, &scalar, &failure);
    if (value->in_memory && view.class != CLASS_FUNCTION && is_own_lvalue(record, value))
        record->address = tr_word(value->address + value->bit_offset / 8);
    if (ctype_size(evaluator, &value->type, &number))
        record->size = tr_number((int64_t)number);
    record->elements = value->elements;
    if (!record->elements.known && ctype_elements(evaluator, &value->type, &number))
        record->elements = tr_number((int64_t)number);
    if (view.class == CLASS_STRUCT && !record->elements.known && container_size(evaluator, value, &number))
        record->elements = tr_number((int64_t)number);
    if (is_scalar && !loaded && failure.state != TR_STATE_OK && view.class != CLASS_ARRAY) {
        record->state = failure.state;
        record->reason = failure.reason;
        return;
    }
    fill_value(evaluator, record, value, &view, loaded ? &scalar : NULL);
    if (loaded && is_told(record->kind, value))
        fill_number(record, &view, &scalar);
    else if (loaded)
        mask(evaluator, record);
    if (value->note && !record->reason)
        record->reason = value->note;
}

void record_fill(struct evaluator *evaluator, struct tr_evaluated *record, const struct typed *value)
{
    record->type = ctype_name(evaluator, &value->type);
    if (evaluator->dead) {
        record->state = TR_STATE_UNAVAILABLE;
        record->reason = evaluator->dead;
        return;
    }
    record->member_offset = value->member_offset;
    record->state = value->state;
    record->reason = value->reason;
    if (value->state == TR_STATE_OK) {
        fill_known(evaluator, record, value);
    } else if (value->in_memory && is_own_lvalue(record, value)) {
        record->address = tr_word(value->address);
        uint64_t size;
        if (ctype_size(evaluator, &value->type, &size))
            record->size = tr_number((int64_t)size);
    }
}
