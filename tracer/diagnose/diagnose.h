/* Facts -> the finding that explains them. */
#ifndef TR_DIAGNOSE_DIAGNOSE_H
#define TR_DIAGNOSE_DIAGNOSE_H

#include "diagnose/facts.h"

/** @return the diagnosis, in the facts' arena; NULL when the facts show no failure. */
struct tr_finding *tr_diagnose(const struct tr_facts *facts);

#endif
