#include "formats/prose/excerpt.h"

#include "formats/prose/value.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

enum {
    TAB_STOP = 8,       /* as compilers count columns when they draw */
    VALUES_COLUMN = 56, /* where values begin, unless the line is longer */
    VALUE_WIDTH = 36,   /* columns of one value at the right */
    SHOWN_MAX = 16,     /* variables shown in one excerpt */
    MARK_WIDTH = 40,    /* columns of the culprit's value under the line */
};

struct excerpt {
    struct tr_page *page;
    const struct tr_report *report;
    const struct tr_frame *frame;
    int width;
    int gutter; /* columns before the source text */
    int64_t begin, end; /* lines of the frame's function, as far as that can be told */
    const struct tr_variable *shown[SHOWN_MAX];
    size_t shown_count;
};

/* ---- lines ---- */

/* The first @p size bytes of a source line with its tabs as spaces. */
static void expand(struct tr_str *out, const char *line, size_t size)
{
    for (size_t i = 0; line[i] && i < size; i++) {
        if (line[i] == '\r' && !line[i + 1])
            break;
        if (line[i] != '\t') {
            tr_str_add_char(out, line[i]);
            continue;
        }
        for (int width = tr_text_width(tr_str_text(out)), to = (width / TAB_STOP + 1) * TAB_STOP; width < to; width++)
            tr_str_add_char(out, ' ');
    }
}

static int expanded_width(const char *line, size_t size)
{
    tr_auto_str struct tr_str text = {0};
    expand(&text, line, size);
    return tr_text_width(tr_str_text(&text));
}

static const char *line_at(const struct tr_source *source, int64_t number)
{
    int64_t first = source->first_line.value;
    return number >= first && (uint64_t)(number - first) < source->lines.count ? source->lines.items[number - first]
                                                                               : NULL;
}

/* Blank lines and closing braces at the edges tell nothing. */
static bool is_idle(const char *line) { return !line || line[strspn(line, " \t\r};")] == '\0'; }

/* ---- values at the right ---- */

/* What is declared behind @p number is another variable than the one of that name there. */
static const struct tr_variable *variable_in(const struct tr_list *list, const char *name, size_t length, int64_t number)
{
    TR_EACH(struct tr_variable, variable, list)
    {
        if (variable->line.known && variable->line.value > number)
            continue;
        if (variable->name && strlen(variable->name) == length && strncmp(variable->name, name, length) == 0)
            return variable;
    }
    return NULL;
}

static const struct tr_variable *variable_named(const struct excerpt *excerpt, const char *name, size_t length, int64_t number)
{
    const struct tr_frame *frame = excerpt->frame;
    const struct tr_variable *variable = variable_in(&frame->locals, name, length, number);
    if (!variable)
        variable = variable_in(&frame->arguments, name, length, number);
    return variable ? variable : variable_in(&excerpt->report->globals, name, length, INT64_MAX);
}

static bool was_shown(const struct excerpt *excerpt, const struct tr_variable *variable)
{
    for (size_t i = 0; i < excerpt->shown_count; i++)
        if (excerpt->shown[i] == variable)
            return true;
    return false;
}

/* Add "name = value" to @p values when it is worth its room and fits, the whole within @p room columns. */
static void add_shown(struct excerpt *excerpt, const struct tr_variable *variable, int room, struct tr_str *values)
{
    if (!variable || excerpt->shown_count == SHOWN_MAX || was_shown(excerpt, variable)
        || (!variable->value && !variable->children.count))
        return;
    tr_auto_str struct tr_str piece = {0};
    tr_str_printf(&piece, "%s%s = ", values->size ? ", " : "", variable->name);
    tr_text_value(&piece, excerpt->report, excerpt->frame, variable);
    int width = tr_text_width(tr_str_text(&piece));
    if (width > VALUE_WIDTH || tr_text_width(tr_str_text(values)) + width > room)
        return;
    tr_str_add_text(values, tr_str_text(&piece));
    excerpt->shown[excerpt->shown_count++] = variable;
}

/* Step over a string or character literal that begins at @p at. */
static const char *literal_end(const char *at)
{
    char quote = *at++;
    while (*at && *at != quote)
        at += at[0] == '\\' && at[1] ? 2 : 1;
    return *at ? at + 1 : at;
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Values of the variables that @p line mentions, each shown at its first mention in the excerpt. */
static void add_mentioned(struct excerpt *excerpt, const char *line, int64_t number, int room, struct tr_str *values)
{
    char before = ' '; /* last character that is not a space */
    for (const char *at = line; *at;) {
        if (at[0] == '/' && (at[1] == '/' || at[1] == '*'))
            return;
        if (*at == '"' || *at == '\'') {
            at = literal_end(at);
            continue;
        }
        const char *end = at;
        while (is_word(*end))
            end++;
        bool member = before == '.' || (before == '>' && at - line > 1 && at[-2] == '-');
        if (end > at && !isdigit((unsigned char)*at) && !member)
            add_shown(excerpt, variable_named(excerpt, at, (size_t)(end - at), number), room, values);
        at = end > at ? end : at + 1;
        if (at[-1] != ' ' && at[-1] != '\t')
            before = at[-1];
    }
}

/* ---- the function's lines ---- */

static int64_t first_declaration(const struct tr_list *variables, int64_t first)
{
    TR_EACH(struct tr_variable, variable, variables)
    {
        if (variable->line.known && variable->line.value > 0 && variable->line.value < first)
            first = variable->line.value;
    }
    return first;
}

/*
 * Neighbouring functions have variables of the same names: values are shown from the first declaration on, to a closing
 * brace that stands no deeper than the line of that declaration.
 */
static void find_function(struct excerpt *excerpt, int64_t last)
{
    const struct tr_frame *frame = excerpt->frame;
    const int64_t focus = frame->source->focus.value;
    int64_t first = first_declaration(&frame->locals, first_declaration(&frame->arguments, focus));
    const char *head = line_at(frame->source, first);
    size_t depth = head && first < focus ? strspn(head, " \t") : 0;
    excerpt->begin = first < focus ? first : 0;
    excerpt->end = last;
    for (int64_t number = focus; number <= last; number++) {
        const char *line = line_at(frame->source, number);
        size_t indent = line ? strspn(line, " \t") : 0;
        if (line && line[indent] == '}' && indent <= depth) {
            excerpt->end = number;
            return;
        }
    }
}

/* ---- the underline ---- */

static const struct tr_operand *culprit(const struct tr_expression *expression)
{
    TR_EACH(struct tr_operand, operand, &expression->operands)
    {
        if (operand->role == TR_ROLE_CULPRIT)
            return operand;
    }
    return NULL;
}

static void add_culprit_value(struct tr_str *out, const struct tr_operand *operand, bool named)
{
    if (!operand || !operand->value)
        return;
    bool null = strcmp(operand->value, "0x0") == 0;
    if (named)
        tr_str_printf(out, "%s = ", operand->text);
    tr_str_add_text(out, null ? "NULL" : operand->value);
}

/* Underline the culprit when it stands in the expression as written, else the whole expression. */
static void add_underline(struct excerpt *excerpt, const char *line, int64_t number)
{
    const struct tr_finding *finding = excerpt->report->diagnosis;
    const struct tr_expression *expression = finding ? finding->expression : NULL;
    const struct tr_range *range = expression ? expression->range : NULL;
    size_t size = strlen(line);
    if (!range || range->line.value != number || range->first_column.value < 1
        || (uint64_t)range->first_column.value > size)
        return;
    size_t first = (size_t)range->first_column.value - 1, end = size;
    if (range->last_column.known && (!range->last_line.known || range->last_line.value == number)
        && range->last_column.value > (int64_t)first && (uint64_t)range->last_column.value <= size)
        end = (size_t)range->last_column.value;
    const struct tr_operand *operand = culprit(expression);
    const char *found = operand && operand->text && *operand->text ? strstr(line + first, operand->text) : NULL;
    if (found && (size_t)(found - line) + strlen(operand->text) <= end) {
        first = (size_t)(found - line);
        end = first + strlen(operand->text);
    } else {
        found = NULL;
    }
    int from = excerpt->gutter + expanded_width(line, first), to = excerpt->gutter + expanded_width(line, end);
    if (to > excerpt->width || from >= to)
        return;
    struct tr_page *page = excerpt->page;
    tr_page_column(page, excerpt->gutter - 2);
    tr_page_text(page, "| ");
    tr_page_column(page, from);
    tr_page_style(page, TR_STYLE_MARK);
    while (page->width < to && !page->full)
        tr_page_text(page, "^");
    tr_auto_str struct tr_str value = {0};
    add_culprit_value(&value, operand, !found);
    tr_text_cut(&value, MARK_WIDTH);
    tr_page_printf(page, " %s", tr_str_text(&value));
    tr_page_end(page);
}

/* ---- the whole ---- */

static void add_line(struct excerpt *excerpt, int64_t number)
{
    struct tr_page *page = excerpt->page;
    const struct tr_source *source = excerpt->frame->source;
    const char *line = line_at(source, number);
    bool focus = number == source->focus.value;
    tr_page_style(page, focus ? TR_STYLE_MARK : TR_STYLE_PLAIN);
    tr_page_text(page, focus ? " > " : "   ");
    tr_page_style(page, TR_STYLE_PLAIN);
    tr_page_printf(page, "%*" PRId64 " | ", excerpt->gutter - 6, number);
    tr_auto_str struct tr_str text = {0}, values = {0};
    expand(&text, line, strlen(line));
    tr_page_text(page, tr_str_text(&text));
    int column = page->width + 2 > VALUES_COLUMN ? page->width + 2 : VALUES_COLUMN;
    if (number >= excerpt->begin && number <= excerpt->end)
        add_mentioned(excerpt, line, number, excerpt->width - column, &values);
    if (values.size) {
        tr_page_column(page, column);
        tr_page_style(page, TR_STYLE_DIM);
        tr_page_text(page, tr_str_text(&values));
    }
    tr_page_end(page);
    if (focus)
        add_underline(excerpt, line, number);
}

void tr_text_excerpt(struct tr_page *page, const struct tr_report *report, const struct tr_frame *frame, int width,
                     int context)
{
    const struct tr_source *source = frame->source;
    /* The bounds keep the arithmetic on line numbers from overflowing. */
    if (!source || source->first_line.value < 0 || source->focus.value < 0 || source->focus.value > INT32_MAX
        || !line_at(source, source->focus.value))
        return;
    int64_t focus = source->focus.value, first = focus - context, last = focus + context;
    while (first < focus && is_idle(line_at(source, first)))
        first++;
    while (last > focus && is_idle(line_at(source, last)))
        last--;
    struct excerpt excerpt = {.page = page, .report = report, .frame = frame, .width = width};
    excerpt.gutter = snprintf(NULL, 0, "   %" PRId64 " | ", last);
    find_function(&excerpt, last);
    for (int64_t number = first; number <= last; number++)
        if (line_at(source, number))
            add_line(&excerpt, number);
}
