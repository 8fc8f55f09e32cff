#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct device {
    int port;
    int speed;
};

static int handles[4];

static void registry_put(int slot, struct device *d)
{
    handles[slot] = (int)(intptr_t)d;
}

static int registry_get(int slot)
{
    return ((struct device *)(intptr_t)handles[slot])->speed;
}

int main(void)
{
    static struct device modem = {3, 9600};

    registry_put(1, &modem);
    printf("%d\n", registry_get(1));
    return 0;
}
