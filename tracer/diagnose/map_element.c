#include "diagnose/map_element.h"

#include "diagnose/evaluated.h"

#include <string.h>

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
    const struct tr_evaluated *map = element ? tr_evaluated_part(facts, element, "base") : NULL;
    const struct tr_evaluated *key = map ? tr_evaluated_part(facts, element, "index") : NULL;
    if (!key || !tr_evaluated_is_map(map))
        return;
    finding->hint = tr_arena_printf(facts->arena,
                                    "see whether %s ever was a key of %s: [] makes an element for a key that the map has not, "
                                    "and a pointer in it is NULL. find() and count() ask without doing so",
                                    tr_facts_value(facts, key->value ? key->value : key->text), tr_facts_name(facts, map->text));
}
