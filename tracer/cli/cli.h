/* The command line: picks the verb. Used by: main/tracerun.c. */
#ifndef TR_CLI_CLI_H
#define TR_CLI_CLI_H

/** @return tracerun's exit status; does not return when the program's signal is repeated. */
int tr_cli_main(int argc, char **argv);

#endif
