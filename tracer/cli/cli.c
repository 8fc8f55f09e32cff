#include "cli/cli.h"

#include "base/cleanup.h"
#include "cli/verb.h"

#include <string.h>

static const struct tr_verb verbs[] = {
    {"run", "run a program and say why it failed (the default)", tr_cmd_run},
    {"attach", "say what a process does that runs already, and let it go on", tr_cmd_attach},
    {"doctor", "say what this machine offers, and what is missing", tr_cmd_doctor},
};

int tr_cli_main(int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && i < TR_COUNT(verbs); i++)
        if (strcmp(argv[1], verbs[i].name) == 0) {
            argv[1] = argv[0];
            return verbs[i].run(argc - 1, argv + 1);
        }
    return tr_cmd_run(argc, argv);
}
