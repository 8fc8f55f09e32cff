#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char last_letter(const char *word)
{
    unsigned int n = strlen(word);
    return word[n - 1];
}

int main(void)
{
    char *words[] = {"moon", "sun", ""};

    for (int i = 0; i < 3; i++)
        printf("%c\n", last_letter(words[i]));
    return 0;
}
