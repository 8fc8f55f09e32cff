#include "base/secret.h"

#include "base/cleanup.h"

#include <string.h>
#include <strings.h>

static const struct {
    const char *word;
    bool any_case;
} words[] = {
    {"KEY", false},         {"TOKEN", false},      {"SECRET", true},     {"PASSWORD", true},    {"PASSWD", true},
    {"PASSPHRASE", true},   {"API_KEY", true},     {"APIKEY", true},     {"PRIVATE_KEY", true}, {"PRIVATEKEY", true},
    {"ACCESS_TOKEN", true}, {"ACCESSTOKEN", true}, {"AUTH_TOKEN", true}, {"AUTHTOKEN", true},
};

bool tr_secret_name_n(const char *name, size_t size)
{
    for (size_t i = 0; i < TR_COUNT(words); i++) {
        size_t length = strlen(words[i].word);
        for (size_t at = 0; at + length <= size; at++)
            if ((words[i].any_case ? strncasecmp : strncmp)(name + at, words[i].word, length) == 0)
                return true;
    }
    return false;
}

bool tr_secret_name(const char *name)
{
    return name && tr_secret_name_n(name, strlen(name));
}
