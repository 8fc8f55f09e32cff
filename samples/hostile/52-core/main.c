#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>

int main(void)
{
    struct rlimit most;
    getrlimit(RLIMIT_CORE, &most);
    most.rlim_cur = most.rlim_max;
    setrlimit(RLIMIT_CORE, &most);
    prctl(PR_SET_DUMPABLE, 1);
    abort();
}
