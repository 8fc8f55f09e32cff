/* Labelled lines: what supports the diagnosis, and what else is worth knowing of the run. Used by: formats/text,
 * formats/markdown. */
#ifndef TR_FORMATS_PROSE_NOTES_H
#define TR_FORMATS_PROSE_NOTES_H

#include "formats/prose/page.h"
#include "model/report.h"

/** Proof or fault, evidence, origin, what to look at next. */
void tr_text_reasons(struct tr_page *page, const struct tr_report *report, int width, bool verbose);

/** Failed system calls, the program's last words, limits, further findings, what is missing and what would help. */
void tr_text_notes(struct tr_page *page, const struct tr_report *report, int width, bool verbose);

#endif
