/*
 * The report as C structs, one per record of report.def: struct tr_report, tr_thread, tr_frame, tr_variable, …
 * Every node and string lives in the arena of the report that it belongs to.
 */
#ifndef TR_MODEL_REPORT_H
#define TR_MODEL_REPORT_H

#include "model/record.h"
#include "model/report.def"
#include "model/words.h"

#define TR_CTYPE_STRING const char *
#define TR_CTYPE_NUMBER struct tr_number
#define TR_CTYPE_HEX struct tr_word
#define TR_CTYPE_TRUTH enum tr_truth
#define TR_CTYPE_ENUM(words) enum tr_##words
#define TR_CTYPE_REF(record) struct tr_##record *
#define TR_CTYPE_LIST(record) struct tr_list
#define TR_CTYPE_STRINGS struct tr_list
#define TR_CTYPE_MAP(record) struct tr_list

#define TR_MEMBER(record, type, name, presence, doc) TR_CTYPE_##type name;
#define TR_DECLARE_RECORD(record)                  \
    struct tr_##record {                           \
        TR_FIELDS_##record(TR_MEMBER, record)              \
    };                                             \
    extern const struct tr_record tr_record_##record;

TR_RECORDS(TR_DECLARE_RECORD)

#endif
