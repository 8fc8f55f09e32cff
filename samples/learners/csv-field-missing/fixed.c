#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person {
    char name[32];
    char city[32];
    int age;
};

static int parse_line(char *line, struct person *p)
{
    char *name = strtok(line, ",");
    char *city = strtok(NULL, ",");
    char *age = strtok(NULL, ",");

    if (age == NULL)
        return -1;
    strncpy(p->name, name, sizeof(p->name) - 1);
    strncpy(p->city, city, sizeof(p->city) - 1);
    p->age = atoi(age);
    return 0;
}

int main(void)
{
    char data[][40] = {"Ada,London,36", "Grace,Arlington,85", "Linus,Portland"};
    struct person people[3];
    int total = 0;

    memset(people, 0, sizeof people);
    for (int i = 0; i < 3; i++)
        if (parse_line(data[i], &people[i]) == 0)
            total += people[i].age;
    printf("total %d\n", total);
    return 0;
}
