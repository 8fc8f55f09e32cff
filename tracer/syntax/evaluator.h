/* What the files of syntax share: types and values of sub-expressions, and one statement being evaluated. Private to
 * syntax/. */
#ifndef TR_SYNTAX_EVALUATOR_H
#define TR_SYNTAX_EVALUATOR_H

#include "base/cleanup.h"
#include "base/limits.h"
#include "base/str.h"
#include "symbols/location.h"
#include "syntax/literal.h"
#include "syntax/node.h"
#include "syntax/statement.h"
#include "values/show.h"

/** A type: one of the debug information, or one that an operator made and that has no DIE. */
struct ctype {
    enum { CTYPE_NONE, CTYPE_VOID, CTYPE_BASIC, CTYPE_DIE } form;
    unsigned pointers;  /* it is a pointer to that, so many times */
    unsigned dimension; /* of an array DIE: its first dimensions that have been subscripted away */
    enum basic basic;
    Dwarf_Die die; /* as written, with typedefs and qualifiers */
};

/** What sort of type it is behind typedefs and qualifiers. */
enum type_class {
    CLASS_UNKNOWN,
    CLASS_VOID,
    CLASS_INTEGER,
    CLASS_FLOAT,
    CLASS_POINTER,
    CLASS_REFERENCE,
    CLASS_ARRAY,
    CLASS_STRUCT,
    CLASS_FUNCTION
};

struct type_view {
    enum type_class class;
    bool is_signed;
    bool is_boolean;
    unsigned size;     /* bytes of a scalar */
    struct ctype type; /* stripped */
};

/** A sub-expression's value, or where it lies. */
struct typed {
    struct ctype type;
    enum tr_value_state state; /* OK: there is an address or bytes */
    const char *reason;
    bool in_memory; /* an lvalue at `address`, whether that can be read or not */
    uint64_t address;
    unsigned char bytes[TR_PLACE_BYTES]; /* otherwise */
    unsigned size;                       /* of bytes */
    uint64_t missing;                    /* bit n: bytes[n] has no value */
    uint64_t bit_offset, bit_size;       /* of a bit-field */
    struct tr_number member_offset, elements;
    const char *name;                /* of the variable or member; NULL when it has none */
    bool is_secret;                  /* a part of something that is */
    bool is_result;                  /* of a call that returned a reference: no part's record tells where it lies */
    bool is_expansion;               /* of a macro: other records tell where it lies */
    const char *spelled;             /* a literal or function: its value */
    enum tr_value_kind spelled_kind; /* STRING: where its characters lie is not known */
    const char *note;                /* reason of a value that is ok */
    bool has_before;                 /* of "p++": the value before, should memory have the one behind already */
    uint64_t before;
    size_t record;   /* that tells the value; for has_before only */
    bool has_target; /* a pointer that was optimized away: what it would point to is known */
    Dwarf_Die target;
    int64_t target_offset;
};

/** A number that arithmetic can be done with. */
struct scalar {
    enum type_class class; /* INTEGER, FLOAT or POINTER */
    bool is_signed;
    unsigned size;
    uint64_t word; /* of an integer or pointer, extended to 64 bits by its signedness */
    long double real;
    struct ctype type;
};

struct name_match;     /* unit_names.c */
struct statement_tree; /* tree.h */

struct evaluator {
    struct tr_arena *arena;
    struct tr_values *values;
    struct tr_report *report;
    const struct tr_function *function;
    const struct tr_frame_context *context;
    struct tr_dwarf *dwarf;
    const struct tr_statement_place *place;
    const struct statement_tree *tree;
    bool is_cxx;
    unsigned depth;
    unsigned macro_depth;
    size_t macro_bytes;         /* of headers searched for macros */
    bool silent;                /* no records are made */
    const char *dead;           /* why what is evaluated now did not run; NULL when it may have */
    bool cut;                   /* a cap was reached */
    struct tr_list shown;       /* struct shown_record: for tr_statement_finish() */
    struct tr_list names;       /* struct known_name: looked up before */
    struct tr_list symbols;     /* struct known_symbol, the same */
    struct tr_list words;       /* const char *: names that the statement mentions */
    struct name_match *matches; /* what the unit knows by the first `searched` of these */
    size_t match_count, searched;
    struct tr_list definitions; /* struct definition, of unit_names.c */
};

/* evaluate.c */

/** Part of the record that stands for a whole expression. */
#define NO_PARENT SIZE_MAX

/**
 * Evaluate @p node and what it consists of; each gets a record below record @p parent, as its @p part (NULL for none).
 *
 * Parentheses have no record of their own.
 */
void evaluate(struct evaluator *evaluator, const struct node *node, size_t parent, const char *part, struct typed *ret);

/** The same for argument @p number of a call, from 0. */
void evaluate_argument(struct evaluator *evaluator, const struct node *node, size_t parent, int number,
                       struct typed *ret);

/** Evaluate only for the records that it gives: of what has no value. */
void evaluate_parts(struct evaluator *evaluator, const struct node *node, size_t parent);

/** An evaluator of one or more types of nodes. @p record is its own record, NO_PARENT when none is made. */
typedef void evaluate_fn(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret);

/** Record number @p record, or NULL. */
struct tr_evaluated *record_at(const struct evaluator *evaluator, size_t record);

/** The part @p part of record @p parent, its first argument for "argument"; or NULL. */
struct tr_evaluated *record_part(const struct evaluator *evaluator, size_t parent, const char *part);

/* record.c */

/** A record whose value stands in a variable record of values/. */
struct shown_record {
    struct tr_evaluated *record;
    struct tr_variable *shown;
    const char *value; /* of `shown` when the record was filled */
};

/** Fill the record of @p node with what was found. */
void record_fill(struct evaluator *evaluator, struct tr_evaluated *record, const struct typed *value);

/** The text of a node for a report: one line, at most TR_LIMIT_EXPRESSION_TEXT bytes. */
const char *record_text(struct evaluator *evaluator, const struct node *node);

/* typed.c: making values */

/** No value. @p reason in the arena or static. */
void typed_fail(struct typed *ret, enum tr_value_state state, const char *reason);
void typed_unavailable(struct typed *ret, const char *reason);

/** No value because @p part has none. */
void typed_fail_for(struct evaluator *evaluator, const struct node *part, const struct typed *value, struct typed *ret);

void typed_integer(enum basic type, uint64_t word, struct typed *ret);
void typed_real(enum basic type, long double real, struct typed *ret);
/** A truth value: int in C, bool in C++. */
void typed_truth(const struct evaluator *evaluator, bool truth, struct typed *ret);
/** An address held in a pointer of type @p type. */
void typed_pointer(const struct ctype *type, uint64_t address, struct typed *ret);
/** An object of @p type at @p address; of a reference what it refers to. */
void typed_lvalue(struct evaluator *evaluator, const struct ctype *type, uint64_t address, struct typed *ret);
/** Where debug information says that something of type @p type is. */
void typed_place(struct evaluator *evaluator, const struct ctype *type, const struct tr_place *place,
                 struct typed *ret);

/** Replace a reference by what it refers to. */
void typed_settle(struct evaluator *evaluator, struct typed *value);

/* scalar.c */

/**
 * Load a number or pointer; an array or function becomes a pointer.
 *
 * @return false with state and reason in @p failure (may be @p value itself): @p value stays as it is otherwise.
 */
bool scalar_load(struct evaluator *evaluator, const struct typed *value, struct scalar *ret, struct typed *failure);

/** @p value converted to @p type, as a cast does it. @return false when it cannot be. */
bool scalar_convert(struct evaluator *evaluator, const struct scalar *value, const struct ctype *type,
                    struct typed *ret);

/** Whether a value counts as true. */
bool scalar_truth(const struct scalar *value);

/** Arithmetic, comparison and bit operations of two numbers or pointers. */
void scalar_binary(struct evaluator *evaluator, const char *operator, const struct scalar * left,
                   const struct scalar *right, struct typed *ret);

/** Bytes that adding 1 to a pointer moves it; void and functions count as bytes, as gcc has it. */
bool pointer_step(struct evaluator *evaluator, const struct ctype *pointer, uint64_t *ret);

/** The unary operators - + ~ !. */
void scalar_unary(struct evaluator *evaluator, char operator, const struct scalar * operand, struct typed *ret);

/* ctype.c */

struct ctype ctype_die(Dwarf_Die *die);
struct ctype ctype_basic(enum basic basic);
struct ctype ctype_void(void);
/** The type of a DIE's DW_AT_type; void when it has none. */
struct ctype ctype_of(Dwarf_Die *die);
struct ctype ctype_pointer_to(const struct ctype *type);

void ctype_view(struct evaluator *evaluator, const struct ctype *type, struct type_view *ret);

/** What a pointer or reference points to, or an array consists of. @return false for other types. */
bool ctype_target(struct evaluator *evaluator, const struct ctype *type, struct ctype *ret);

/** Size in bytes. @return false when it is not known. */
bool ctype_size(struct evaluator *evaluator, const struct ctype *type, uint64_t *ret);

/** Elements of an array's first dimension. @return false when unknown, or no array. */
bool ctype_elements(struct evaluator *evaluator, const struct ctype *type, uint64_t *ret);

/** The type as C or C++ spell it. */
const char *ctype_name(struct evaluator *evaluator, const struct ctype *type);

/** The DIE that describes the type as it is, or NULL where an operator made it. */
Dwarf_Die *ctype_whole(struct ctype *type);

/* type_name.c */

/** The type that a type_descriptor, primitive_type, type_identifier, … node names. @return false when it is not known.
 */
bool ctype_named(struct evaluator *evaluator, const struct node *node, struct ctype *ret);

/* attribute.c */

bool attribute_unsigned(Dwarf_Die *die, unsigned attribute, uint64_t *ret);
bool attribute_flag(Dwarf_Die *die, unsigned attribute);

/* member.c */

struct member_place {
    struct ctype type;
    uint64_t offset;               /* bytes from the start of the structure */
    uint64_t bit_offset, bit_size; /* of a bit-field; size 0 for others */
    bool is_static;                /* `die` is a static member */
    bool is_method, is_virtual;    /* `die` is a member function */
    Dwarf_Die die;
    const char *name;
};

/**
 * The member called @p name of a structure, its base classes and anonymous members.
 *
 * @param base  the structure, for virtual bases; may be NULL.
 * @return a reason why there is none, or NULL.
 */
const char *member_find(struct evaluator *evaluator, const struct ctype *type, const struct typed *base,
                        const char *name, struct member_place *ret);

/** The member at @p place of the structure @p base. */
void member_of(struct evaluator *evaluator, const struct typed *base, const struct member_place *place,
               struct typed *ret);

/**
 * The first pointer called @p name in the members of @p base, their members, and so on: what a container keeps deep
 * inside.
 */
bool member_search_pointer(struct evaluator *evaluator, const struct typed *base, const char *name, struct typed *ret);

/* name.c */

/** What the name of a node stands for. @p node: identifier, qualified_identifier, this, … */
void name_evaluate(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret);

/** Qualified name of the function that a node names, NULL when it names a variable or nothing that is known. */
const char *name_of_function(struct evaluator *evaluator, const struct node *node);

/** Where the code of the function begins that a node names: run-time address. @return false when several may be meant. */
bool name_entry(struct evaluator *evaluator, const struct node *node, uint64_t *ret);

/** The same of a function's DIE. */
bool name_entry_of(struct evaluator *evaluator, Dwarf_Die *die, uint64_t *ret);

/** Qualified name of a function's DIE. */
const char *name_of_subprogram(struct evaluator *evaluator, Dwarf_Die *die);

/**
 * Split what a node names into the last part and the scope before it: "b" and "a" of "a::b". Template arguments are
 * left away.
 */
void name_split(struct evaluator *evaluator, const struct node *node, const char **ret_name, const char **ret_scope);

/** The variable `this`. @return false when the function has none. */
bool name_this(struct evaluator *evaluator, struct typed *ret);

/** Where a variable lies that only a declaration is known of, or a static member: by its symbol. */
void name_static(struct evaluator *evaluator, Dwarf_Die *die, struct typed *ret);

/* unit_names.c */

struct name_match {
    const char *name;
    const char *scope;       /* "a::b" of the namespaces and types around it; "" at the top */
    const char *enumeration; /* of an enumerator: name of its type, "" when it has none; NULL otherwise */
    Dwarf_Die die;           /* variable, enumerator, function, type */
    Dwarf_Die parent;        /* of an enumerator: its enumeration */
    bool is_local;           /* declared inside the function */
};

/** Note the names that @p node mentions, so that one search finds them all. */
void unit_names_want(struct evaluator *evaluator, const struct node *node);

/**
 * The best match of one of @p tags for @p name, @p scope being what was written before its last "::" ("" for nothing).
 *
 * @param tags  0-terminated DW_TAG list.
 * @param[out] ret_ambiguous  whether others fit as well.
 */
const struct name_match *unit_names_find(struct evaluator *evaluator, const char *name, const char *scope,
                                         const int *tags, bool *ret_ambiguous);

/** Replace the declaration of a variable in a class or namespace by its definition, where the unit has one. */
void unit_names_define(struct evaluator *evaluator, Dwarf_Die *die);

/* Evaluators by kind of node. */
evaluate_fn access_field, access_subscript, access_pointer; /* access.c */
evaluate_fn operator_unary, operator_binary, operator_update, operator_assign, operator_conditional, operator_comma,
    operator_cast, operator_sizeof, operator_new; /* operator.c */
evaluate_fn call_evaluate;          /* call.c */

/* call_result.c */

/**
 * What a call returned, when it was the last one before the stop and its result is still in its register.
 *
 * @param callee  what is called, when it is an expression; of state other than OK when it is a name.
 * @param method  of a member function; NULL for others.
 * @return false when that is not so, or not certain.
 */
bool call_result(struct evaluator *evaluator, const struct node *node, const struct typed *callee,
                 const Dwarf_Die *method, struct typed *ret);

/** The type of what a call returns, whose value is not known. @return false when it is not known either. */
bool call_type(struct evaluator *evaluator, const struct node *node, const Dwarf_Die *method, struct ctype *ret);

/**
 * What operator-> of the class @p type returned, when that was the last call. For a statement without another such
 * use. @return false when that is not so.
 */
bool call_result_arrow(struct evaluator *evaluator, const struct ctype *type, struct typed *ret);

/**
 * The same for "operator[]" or "operator()" of the user's class @p object, where the statement uses it once.
 */
bool call_result_operator(struct evaluator *evaluator, const struct typed *object, const char *operator,
                          struct typed *ret);

/* container.c */

/** The element that operator[] of a class gives. @return false when the class is not known; @p ret then says so. */
bool container_subscript(struct evaluator *evaluator, const struct typed *base, const struct scalar *index,
                         struct typed *ret);

/** The element of a map whose key is @p key, as far as its elements are read. */
bool container_mapped(struct evaluator *evaluator, const struct typed *base, const struct tr_evaluated *key,
                      struct typed *ret);

/** What operator* and operator-> of a class lead to, as an lvalue. */
bool container_dereference(struct evaluator *evaluator, const struct typed *base, struct typed *ret);

/** Number of elements of a sequence. */
bool container_size(struct evaluator *evaluator, const struct typed *base, uint64_t *ret);

/** What a member function without arguments gives that only looks: size, empty, front, data, get, … @return false for
 * others. */
bool container_method(struct evaluator *evaluator, const struct typed *base, const char *name, struct typed *ret);

/* macro.c */

/** What an object-like macro of this source file stands for. @return false when it is none. */
bool macro_value(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret);

/** The same for a macro with arguments; what may fail in it gets records. */
bool macro_call(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret);

#endif
