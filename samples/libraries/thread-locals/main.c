#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

__thread int of_program = 1;

static void *second(void *library)
{
    void (*use)(int, int) = (void (*)(int, int))dlsym(library, "use");
    of_program = 2;
    use(7, 1);
    return NULL;
}

int main(void)
{
    alarm(20);
    pthread_t thread;
    void *library = dlopen("./library.so", RTLD_NOW);
    void (*use)(int, int) = library ? (void (*)(int, int))dlsym(library, "use") : NULL;
    if (!use)
        return 2;
    use(3, 0);
    pthread_create(&thread, NULL, second, library);
    pthread_join(thread, NULL);
    return 0;
}
