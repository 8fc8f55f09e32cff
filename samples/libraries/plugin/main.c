#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    alarm(20);
    void *library = dlopen("./plugin.so", RTLD_NOW);
    if (!library || argc < 2)
        return 2;
    int (*run)(const int *, int) = (int (*)(const int *, int))dlsym(library, "plugin_run");
    if (strcmp(argv[1], "unloaded") == 0)
        dlclose(library);
    return run(NULL, 3);
}
