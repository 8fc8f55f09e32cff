#include "diagnose/map_element.h"

#include "diagnose/evaluated.h"

#include <string.h>

const char *tr_map_element_hint(const struct tr_facts *facts, const struct tr_evaluated *element, const char *made)
{
    const struct tr_evaluated *map = tr_evaluated_part(facts, element, "base"), *key = tr_evaluated_part(facts, element, "index");
    if (!map || !key || !tr_evaluated_is_map(map))
        return NULL;
    return tr_arena_printf(facts->arena,
                           "see whether %s ever was a key of %s: [] makes an element for a key that the map has not, and %s. "
                           "find() and count() ask without doing so",
                           key->value ? tr_facts_value(facts, key->value) : tr_facts_name(facts, key->text),
                           tr_facts_name(facts, map->text), made);
}

static const struct tr_evaluated *subscript_of(const struct tr_facts *facts, const char *text)
{
    TR_EACH(const struct tr_evaluated, expression, &facts->report->expressions)
    {
        if (strcmp(expression->node, "subscript_expression") == 0 && strcmp(expression->text, text) == 0)
            return expression;
    }
    return NULL;
}

void tr_map_element_tell(const struct tr_facts *facts, const char *text, struct tr_finding *finding)
{
    const struct tr_evaluated *element = subscript_of(facts, text);
    const char *hint = element ? tr_map_element_hint(facts, element, "a pointer in it is NULL") : NULL;
    if (hint)
        finding->hint = hint;
}
