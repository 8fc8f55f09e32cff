/*
 * Verbs of the command line: one cmd_<verb>.c and one row of the table in main.c each. docs/HOWTO_ADD_VERB.md.
 */
#ifndef TR_CLI_VERB_H
#define TR_CLI_VERB_H

struct tr_verb {
    const char *name;
    const char *doc; /* one line for --help */
    /** @param argv  argv[0] names the verb for messages ("tracerun"). @return the exit status. */
    int (*run)(int argc, char **argv);
};

/** tracerun [run] [OPTIONS] [--] PROGRAM [ARG…] */
int tr_cmd_run(int argc, char **argv);

/** tracerun attach [OPTIONS] PID */
int tr_cmd_attach(int argc, char **argv);

/** tracerun doctor [--json]. 125 when tracerun cannot trace here. */
int tr_cmd_doctor(int argc, char **argv);

#endif
