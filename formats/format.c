#include "formats/format.h"

#include <string.h>

#define F(name) extern const struct tr_format tr_format_##name;
#include "formats/formats.def"
#undef F

#define F(name) &tr_format_##name,
static const struct tr_format *const formats[] = {
#include "formats/formats.def"
    NULL,
};
#undef F

const struct tr_format *const *tr_formats(void) { return formats; }

const struct tr_format *tr_format_named(const char *name)
{
    for (size_t i = 0; formats[i]; i++)
        if (strcmp(formats[i]->name, name) == 0)
            return formats[i];
    return NULL;
}

const struct tr_format *tr_format_for_file(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    for (size_t i = 0; dot && formats[i]; i++)
        if (formats[i]->extension && strcmp(formats[i]->extension, dot + 1) == 0)
            return formats[i];
    return NULL;
}
