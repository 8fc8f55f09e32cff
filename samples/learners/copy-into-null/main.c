#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct student {
    int id;
    char *name;
    float grade;
};

static void student_set(struct student *s, int id, const char *name)
{
    s->id = id;
    strcpy(s->name, name);
    s->grade = 0;
}

int main(void)
{
    struct student *class = calloc(3, sizeof(struct student));

    student_set(&class[0], 7, "Mia");
    printf("%d %s\n", class[0].id, class[0].name);
    return 0;
}
