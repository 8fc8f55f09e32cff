/* stops: divide deep unknown stack */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum token_kind { T_END, T_NUMBER, T_OPERATOR, T_OPEN, T_CLOSE };

struct token {
    enum token_kind kind;
    union {
        long number;
        char operator;
    };
    const char *start;
};

struct parser {
    const char *text, *at;
    struct token token;
    unsigned depth : 6;
    bool failed : 1;
    signed balance : 5;
};

static void advance(struct parser *parser)
{
    while (isspace((unsigned char)*parser->at))
        parser->at++;
    parser->token.start = parser->at;
    if (!*parser->at) {
        parser->token.kind = T_END;
    } else if (isdigit((unsigned char)*parser->at)) {
        char *end;
        parser->token.kind = T_NUMBER;
        parser->token.number = strtol(parser->at, &end, 10);
        parser->at = end;
    } else {
        char c = *parser->at++;
        parser->token.kind = c == '(' ? T_OPEN : c == ')' ? T_CLOSE : T_OPERATOR;
        parser->token.operator = c;
    }
}

static long expression(struct parser *parser);

__attribute__((noinline)) static long apply(char operator, long left, long right)
{
    long result = 0;
    switch (operator) {
    case '+': result = left + right; break;
    case '-': result = left - right; break;
    case '*': result = left * right; break;
    case '/': result = left / right; break;
    default: abort();
    }
    return result;
}

static long primary(struct parser *parser)
{
    if (parser->token.kind == T_OPEN) {
        parser->depth++;
        parser->balance--;
        advance(parser);
        long inner = expression(parser);
        if (parser->token.kind == T_CLOSE)
            parser->balance++;
        advance(parser);
        return inner;
    }
    if (parser->depth == 4)
        *(volatile long *)&parser->text[-(long)parser->text] = 1;
    long value = parser->token.number;
    advance(parser);
    return value;
}

static long term(struct parser *parser)
{
    long left = primary(parser);
    while (parser->token.kind == T_OPERATOR && strchr("*/%", parser->token.operator)) {
        char operator = parser->token.operator;
        advance(parser);
        long right = primary(parser);
        left = apply(operator, left, right);
    }
    return left;
}

static long expression(struct parser *parser)
{
    long left = term(parser);
    while (parser->token.kind == T_OPERATOR && strchr("+-", parser->token.operator)) {
        char operator = parser->token.operator;
        advance(parser);
        left = apply(operator, left, term(parser));
    }
    return left;
}

int main(int argc, char **argv)
{
    static const struct { const char *name, *text; } inputs[] = {
        {"divide", "12 + 3 * (8 / (4 - 2 * 2))"}, {"deep", "((((1))))"}, {"unknown", "7 % 4"}, {"stack", "1"},
    };
    const char *text = "1 + 2";
    for (size_t i = 0; argc > 1 && i < sizeof(inputs) / sizeof(inputs[0]); i++)
        if (strcmp(argv[1], inputs[i].name) == 0)
            text = inputs[i].text;
    struct parser parser = {.text = text, .at = text};
    advance(&parser);
    long value = expression(&parser);
    if (value == 1) {
        char digits[8];
        snprintf(digits, sizeof(digits), "%ld", value);
        parser.failed = true;
        fputs(digits, (FILE *)0);
    }
    printf("%ld\n", value);
    return 0;
}
