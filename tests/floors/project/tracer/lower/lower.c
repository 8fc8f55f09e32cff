#include "lower/lower.h"
#ifdef LOOK_UP
#include "upper/upper.h"
#endif

int lower(void) { return 1; }
