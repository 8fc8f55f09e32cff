/* tracerun: the supervisor. */
#include "cli/cli.h"

int main(int argc, char **argv) { return tr_cli_main(argc, argv); }
