#include "upper/upper.h"

#include "lower/lower.h"

int upper(void) { return lower() + 1; }
