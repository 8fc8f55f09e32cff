/*
 * Every cap of every walk over something that the traced program controls, in one place. A cap that bites is told in the
 * report: as omitted_…, as state "partial", or in incomplete[]. docs/LIMITS.md lists them for users.
 */
#ifndef TR_BASE_LIMITS_H
#define TR_BASE_LIMITS_H

enum {
    /* Processes and threads */
    TR_LIMIT_THREADS_REPORTED = 128,   /* threads[] of one report */
    TR_LIMIT_PROCESSES_REPORTED = 256, /* processes[] of one report */
    TR_LIMIT_HANDLED_FAULTS = 1,       /* analyses of faults that the program itself handles, per run */
    TR_LIMIT_DENIALS = 4,              /* analyses of calls that a sandbox refused without ending the run, per run */
    TR_LIMIT_CRASHES = 8,              /* analyses of fatal stops, per run */
    TR_LIMIT_LOOKS = 8,                /* analyses of a run that goes on (--report-on-interrupt), per run */
    TR_LIMIT_ATTACH_PASSES = 64,       /* passes over the threads of a process that goes on making new ones */
    TR_LIMIT_INPUT_TAIL = 256,         /* bytes of what was read last, and of what was printed last, when a program waits for input */
    TR_LIMIT_WAITS = 32,               /* threads of a stop of whose wait more is told than the call */
    TR_LIMIT_WAIT_PROCESSES = 64,      /* processes of the run among which the other end of a pipe, or a child, is looked for */
    TR_LIMIT_WAIT_DESCRIPTORS = 1024,  /* descriptors of each of them that are looked at */
    TR_LIMIT_FILE_LOCKS = 4096,        /* lines of /proc/locks that are read */
    TR_LIMIT_ARGUMENTS = 64,           /* arguments[] of one process */
    TR_LIMIT_ARGUMENT_BYTES = 1024,    /* of one argument */
    TR_LIMIT_THREAD_STOP_MS = 250,     /* waited for the threads of a process to stop; the others are told without registers */
    TR_LIMIT_PROBE_BYTES = 64 << 20,   /* of a program searched for a sanitizer runtime */
    TR_LIMIT_DYNAMIC_ENTRIES = 512,    /* of a program's dynamic section looked at before it starts */
    TR_LIMIT_LEFTOVERS = 256,          /* shared memory segments, queues and the like of one run that are followed */
    TR_LIMIT_LEFTOVER_FILES = 1024,    /* open files of one process looked at for those in memory */
    TR_LIMIT_HASH_CHAIN = 1024,        /* of one chain of its symbol hash table */

    /* Unwinding */
    TR_LIMIT_FRAMES_WALKED = 200000,   /* steps of one walk */
    TR_LIMIT_FRAMES_REPORTED = 64,     /* frames[] of one thread; the middle is folded */
    TR_LIMIT_FRAMES_HEAD = 24,         /* of these, taken from the top when the middle is folded */
    TR_LIMIT_CYCLE = 32,               /* longest cycle of functions named in `repeated` */
    TR_LIMIT_STACK_SCAN = 8192,        /* bytes searched for return addresses after a smash */
    TR_LIMIT_UNWIND_READS = 8 << 20,   /* words of memory read during one walk */
    TR_LIMIT_TRIAL_FRAMES = 4096,      /* frames after which a guessed caller counts as proved */
    TR_LIMIT_FRAME_ENTRIES = 1 << 22,  /* functions in the frame section of one image */
    TR_LIMIT_MAPPINGS = 65536,         /* lines of /proc/PID/maps */
    TR_LIMIT_MODULES_REPORTED = 128,

    /* Files */
    TR_LIMIT_FILE_BYTES = 1 << 30,     /* ELF and debug files */
    TR_LIMIT_COPY_BYTES = 256 << 20,   /* files of a working folder that is copied for a sandbox, together */
    TR_LIMIT_COPY_FILES = 20000,       /* their number, with folders and links */
    TR_LIMIT_COPY_DEPTH = 64,          /* and how deep the folders are nested */
    TR_LIMIT_SOURCE_BYTES = 8 << 20,   /* a source file */
    TR_LIMIT_SOURCE_LINE = 400,        /* bytes of one line shown */
    TR_LIMIT_SOURCE_CONTEXT = 5,       /* lines before and after the focus */
    TR_LIMIT_IMAGES = 4096,            /* ELF files mapped by one process */
    TR_LIMIT_SEGMENTS = 256,           /* program headers of one */
    TR_LIMIT_SECTIONS = 65536,         /* section headers of one */
    TR_LIMIT_NOTE_BYTES = 64 * 1024,   /* of one note segment, when looking for the build id */
    TR_LIMIT_VDSO_BYTES = 1 << 20,     /* an image without a file */
    TR_LIMIT_SYMBOLS = 1 << 22,        /* entries of one symbol table */
    TR_LIMIT_MANGLED_BYTES = 4096,     /* of a name; longer ones are shown as they are */
    TR_LIMIT_DEMANGLED_BYTES = 65536,
    TR_LIMIT_UNITS = 200000,           /* compile units of one file */
    TR_LIMIT_DIE_DEPTH = 64,           /* nesting of scopes, types, name qualification */
    TR_LIMIT_UNIT_DIES = 1000000,      /* DIEs visited by one walk over a unit */
    TR_LIMIT_SCOPE_DIES = 65536,       /* DIEs visited for one address inside a function */
    TR_LIMIT_NAME_DEPTH = 16,          /* names that one name is made from, nested */
    TR_LIMIT_TYPE_DIES = 1024,         /* DIEs that the name of one type is made from */
    TR_LIMIT_TYPE_NAME = 2048,         /* bytes of one part of a type's name */
    TR_LIMIT_INDEX_DIES = 4000000,     /* DIEs searched for the definition of a type, or for what lies at an address */
    TR_LIMIT_RANGES = 1024,            /* address ranges of one function or block */
    TR_LIMIT_UNIT_RANGES = 4000000,    /* address ranges of all units of one file */
    TR_LIMIT_DEBUGINFOD_MS = 3000,     /* waited for servers of debug information, with --debuginfod */
    TR_LIMIT_LEVEL_UNITS = 8,          /* units looked at to say how much debug information there is */
    TR_LIMIT_LINE_ROWS = 2000000,      /* rows of one unit's line table */
    TR_LIMIT_LINE_FILES = 65535,       /* files of one unit's line table */
    TR_LIMIT_DECOMPRESSED_BYTES = 512 << 20, /* debug sections of one file, together */

    /* Values */
    TR_LIMIT_VARIABLES = 200,          /* variables of one frame */
    TR_LIMIT_VALUE_NODES = 4000,       /* variable nodes of one report */
    TR_LIMIT_OBJECT_NODES = 1000,      /* of these, kept back for memory.objects[] */
    TR_LIMIT_VARIABLE_NODES = 300,     /* of one variable or object, shared fairly among its members */
    TR_LIMIT_VARIABLE_SHARE = 10,      /* a variable takes at most this part of what is left, so that outer frames have theirs */
    TR_LIMIT_OBJECTS = 200,            /* memory.objects[] */
    TR_LIMIT_CHILDREN = 64,            /* members or elements of one aggregate */
    TR_LIMIT_ELEMENTS_HEAD = 24,       /* of a longer array: first elements shown */
    TR_LIMIT_ELEMENTS_TAIL = 2,        /* and last ones */
    TR_LIMIT_VALUE_DEPTH = 8,          /* nesting of aggregates */
    TR_LIMIT_ELEMENTS_RUN = 8,         /* as many equal elements in a row are folded to one */
    TR_LIMIT_ARRAY_BYTES = 64 * 1024,  /* of one array searched for equal elements */
    TR_LIMIT_STRING_SCAN = 64 * 1024,  /* bytes searched for the end of a string */
    TR_LIMIT_ENUMERATORS = 4096,       /* of one enumeration */
    TR_LIMIT_TYPE_ENTRIES = 4096,      /* child DIEs of one type looked at */
    TR_LIMIT_MEMBERS_SEARCHED = 512,   /* members and base classes passed in search of one by its name */
    TR_LIMIT_CONTAINER_NODES = 4096,   /* of a list, map or hash table walked; longer ones are taken at their word */
    TR_LIMIT_ROWS_REACHED = 8192,      /* line rows of one function searched for a declaration */
    TR_LIMIT_IDENTIFIERS = 256,        /* names in one source excerpt looked up as globals */
    TR_LIMIT_STRING_BYTES = 200,       /* of one string value */
    TR_LIMIT_EXPRESSION_OPS = 4096,    /* DWARF operations of one location */
    TR_LIMIT_EXPRESSION_DEPTH = 16,    /* locations that one location depends on, nested */
    TR_LIMIT_TRAP_CODE = 256 << 10,    /* bytes of a function searched for jumps to its trap instruction */
    TR_LIMIT_TRAP_LINES = 8,           /* lines told that lead to it */
    TR_LIMIT_THROW_CODE = 64 << 20,    /* bytes of code searched for places that throw an exception that was thrown again */
    TR_LIMIT_THROW_PLACES = 8,         /* of these, told */
    TR_LIMIT_FOLLOWED_INSTRUCTIONS = 256, /* of an accessor whose result is computed without running it */
    TR_LIMIT_TYPE_BASES = 64,          /* base classes looked at for one exception */
    TR_LIMIT_NESTED_EXCEPTIONS = 8,    /* exceptions that one holds, each inside the one before */
    TR_LIMIT_STACK_ARRAYS = 64,        /* arrays of one stack frame that are out of scope, after its guard was overwritten */
    TR_LIMIT_VALUED_FRAMES = 96,       /* frames, inlined ones too, whose variables are read */
    TR_LIMIT_CONTEXT_FRAMES = 24,      /* frames unwound anew for each state of a loop */

    /* Expressions of the failing statement */
    TR_LIMIT_SYNTAX_BYTES = 32 * 1024,  /* of source text parsed for one statement */
    TR_LIMIT_SYNTAX_SCAN = 1 << 20,     /* bytes of a function searched for where its statements begin */
    TR_LIMIT_SYNTAX_MS = 100,           /* spent on parsing it */
    TR_LIMIT_MACRO_HEADERS = 48,        /* headers of one source file searched for its macros */
    TR_LIMIT_MACRO_BYTES = 16 << 20,    /* of headers searched for the macros of one statement, in all */
    TR_LIMIT_SYNTAX_DEPTH = 200,        /* nesting of syntax nodes */
    TR_LIMIT_SYNTAX_NODES = 4000,       /* syntax nodes of one statement */
    TR_LIMIT_STATEMENT_ROOTS = 32,      /* whole expressions of one statement */
    TR_LIMIT_STORES = 500,              /* places of a function that set something */
    TR_LIMIT_EXPRESSIONS = 200,         /* expressions[] of a report */
    TR_LIMIT_EXPRESSION_TEXT = 200,     /* bytes of the text of one expression */
    TR_LIMIT_NAME_DIES = 200000,        /* DIEs of a unit searched for the names of a statement */
    TR_LIMIT_NAME_MATCHES = 256,        /* of these, found */
    TR_LIMIT_CONTAINER_DEPTH = 8,       /* classes inside classes searched for the pointer that a container keeps */

    /* Hangs */
    TR_LIMIT_SAMPLE_STEPS = 2048,       /* single steps of a thread that computes at the time limit */
    TR_LIMIT_SAMPLE_TURNS = 61,         /* turns of its loop watched, or a few more */
    TR_LIMIT_SAMPLE_BYTES = 128 * 1024, /* of its stack, of each group of its variables, of its heap, kept for comparison: libstdc++ has 72 KiB first */
    TR_LIMIT_LIST_NODES = 100000,       /* nodes of a list walked in search of a circle */
    TR_LIMIT_LOCKS_NAMED = 16,          /* waiting threads whose lock is looked up in the source */
    TR_LIMIT_LOCK_LINES = 16,           /* lines of one stack that are searched for the taking of a lock */

    /* The heap */
    TR_LIMIT_HEAP_BLOCKS = 1 << 19,    /* records of the allocator walked after it has found one damaged */

    /* System calls */
    TR_LIMIT_SYSCALLS_KEPT = 64,       /* per thread */
    TR_LIMIT_SYSCALLS_FAILED = 32,     /* per thread, failed ones, kept apart */
    TR_LIMIT_SYSCALLS_REPORTED = 256,  /* of the primary process in one report, shared by its threads; half for failed ones */
    TR_LIMIT_SYSCALL_STRING = 128,     /* bytes of a path or buffer argument */
    TR_LIMIT_SYSCALL_TEXT = 1024,      /* bytes of the text of one call */
    TR_LIMIT_SYSCALL_ITEMS = 16,       /* elements of argv, of a poll set, … in the text of a call */
    TR_LIMIT_SYSCALL_COUNTED = 1024,   /* elements of argv and envp that are counted */
    TR_LIMIT_SYSCALL_THREADS = 128,    /* threads whose calls are kept, those that have ended included */

    /* Output of the program */
    TR_LIMIT_CAPTURE_HEAD = 64 * 1024,
    TR_LIMIT_CAPTURE_TAIL = 16 * 1024,
    TR_LIMIT_UNFLUSHED = 8 * 1024,     /* bytes of a stdio buffer */
    TR_LIMIT_QUOTED = 64,              /* characters of the program's text inside a sentence of ours */

    /* The document */
    TR_LIMIT_REPORT_BYTES = 256 * 1024, /* of a JSON document unless --max-chars says otherwise */
    TR_LIMIT_MARKDOWN_CHARS = 8000,     /* of a markdown document unless --max-chars says otherwise */
    TR_LIMIT_MARKDOWN_VERBOSE = 40000,  /* the same with -v */
    TR_LIMIT_CHARS_LEAST = 4000,        /* the smallest --max-chars */

    /* The analysis worker */
    TR_LIMIT_MESSAGE_BYTES = 64 << 20,  /* one message of the exchange */
    TR_LIMIT_REPORT_NODES = 1 << 20,    /* records in one encoded report */
    TR_LIMIT_REPORT_DEPTH = 48,         /* nesting of records */
    TR_LIMIT_STEP_MS = 4000,            /* a step of the analysis without progress */
    TR_LIMIT_ANALYSIS_MS = 15000,       /* the whole analysis of one stop */
    TR_LIMIT_WORKER_BYTES = 1 << 30,    /* RLIMIT_DATA of the worker */
    TR_LIMIT_WORKER_OPENS = 4096,       /* files that one analysis may ask for */
};

#endif
