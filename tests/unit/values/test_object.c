#include "stopped.h"

#include "base/limits.h"

static const char graph[] =
    "#include <stdlib.h>\n#include <string.h>\n"
    "struct node {int v; struct node *next; struct node *other;};\n"
    "struct shape {const char *name; struct point *origin;}; struct point {int x,y;};\n"
    "struct hidden; static int table[4]={1,2,3,4}; static struct point corner={7,8}; static const char motd[]=\"hi there\";\n"
    "static struct node *make(int v){struct node *n=calloc(1,sizeof *n); n->v=v; return n;}\n"
    "static int work(struct shape **shapes,int n,struct node *list,char *text,int *inside,void *any,struct hidden *hidden){\n"
    " struct node *same=list->next; int **pp=&inside; int *end=inside+3;\n"
    " __builtin_trap(); return n+same->v+**pp+*end+(any!=0)+(hidden!=0)+(shapes!=0)+*text;}\n"
    "int main(void){\n"
    " struct shape *shapes[2]; int numbers[4]={1,2,3,4}; char buffer[16]=\"local\"; struct node *a=make(1);\n"
    " a->next=make(2); a->next->next=a; a->other=a->next;\n"
    " for(int i=0;i<2;i++){shapes[i]=calloc(1,sizeof **shapes); shapes[i]->name=i?\"box\":strdup(\"dot\");}\n"
    " shapes[0]->origin=malloc(sizeof(struct point)); *shapes[0]->origin=(struct point){3,4};\n"
    " int *inner=&shapes[0]->origin->y, *tp=&table[2], *stray=(int*)0x123456789; struct point *cp=&corner; const char *mp=motd+3;\n"
    " float *alias=(float*)malloc(4); *alias=1.0f; int *bits=(int*)alias; struct node *bad=(struct node*)((char*)0x7000);\n"
    " int result=work(shapes,2,a,buffer,&numbers[1],a,(struct hidden*)a->next);\n"
    " return result+*inner+*tp+(stray!=0)+cp->x+*mp+*bits+(bad!=0);}\n";

static void check_graph(struct stopped *stopped)
{
    stopped_objects(stopped);
    static const char *const cases[][3] = {
        {"work", "shapes", "&shapes+0"}, {"work", "list", "&node#0+0"}, {"work", "same", "&node#1+0"},
        {"work", "text", "\"local\""}, {"work", "inside", "&numbers+4"}, {"work", "any", "&node#0+0"},
        {"work", "hidden", "&node#1+0"}, {"work", "pp", "&inside+0"}, {"work", "end", "&numbers+16"},
        {"main", "shapes", "{[0]=&shape#0+0, [1]=&shape#1+0}"}, {"main", "a", "&node#0+0"},
        {"main", "inner", "&point#0+4"}, {"main", "stray", "0x123456789"}, {"main", "bad", "0x7000"},
    };
    for (size_t i = 0; i < TR_COUNT(cases); i++)
        stopped_check(stopped, cases[i][0], cases[i][1], cases[i][2]);
    stopped_check_object(stopped, "shape#0", "struct shape heap {name=\"dot\", origin=&point#0+0}");
    stopped_check_object(stopped, "shape#1", "struct shape heap {name=\"box\", origin=0x0}");
    stopped_check_object(stopped, "point#0", "struct point heap {x=3, y=4}");
    stopped_check_object(stopped, "node#0", "struct node heap {v=1, next=&node#1+0, other=&node#1+0}");
    stopped_check_object(stopped, "node#1", "struct node heap {v=2, next=&node#0+0, other=0x0}");
    stopped_check_object(stopped, "shapes", "struct shape *[2] stack /threads/0/frames/1/locals/0");
    stopped_check_object(stopped, "buffer", "char[16] stack /threads/0/frames/1/locals/2");
    stopped_check_object(stopped, "inside", "int * stack /threads/0/frames/0/arguments/4");
    assert_string_equal(stopped_find(stopped, "work", "text")->points_to->object, "buffer");
    stopped_check_reason(stopped, "work", "end", "one past the end of numbers");
    stopped_check_reason(stopped, "main", "stray", "unmapped");
    /* Equal address and size, different types: two views of one place. */
    stopped_check_object(stopped, "float#0", "float heap 1");
    stopped_check_object(stopped, "int#0", "int heap 1065353216");
    TR_EACH(const struct tr_object, object, &stopped->report.memory->objects)
        assert_true(strcmp(object->id, "point#1") != 0);
}

static void check_statics(struct stopped *stopped)
{
    stopped_objects(stopped);
    stopped_check(stopped, "main", "tp", "&table+8");
    stopped_check(stopped, "main", "cp", "&corner+0");
    stopped_check_object(stopped, "table", "int[4] static {[0]=1, [1]=2, [2]=3, [3]=4}");
    stopped_check_object(stopped, "corner", "struct point static {x=7, y=8}");
    stopped_check(stopped, "main", "mp", "\"there\"");
    assert_string_equal(stopped_find(stopped, "main", "mp")->points_to->object, "motd");
    assert_int_equal(stopped_find(stopped, "main", "mp")->points_to->offset.value, 3);
}

static const char list[] =
    "#include <stdlib.h>\nstruct node {int v; struct node *next;};\n"
    "int main(void){struct node *head=0; for(int i=0;i<100000;i++){struct node *n=malloc(sizeof *n); n->v=i; n->next=head; head=n;}\n"
    " struct node *first=head; __builtin_trap(); return first->v;}\n";

static void check_long_list(struct stopped *stopped)
{
    stopped_objects(stopped);
    assert_int_equal(stopped->report.memory->objects.count, TR_LIMIT_OBJECTS);
    assert_int_equal(stopped->report.memory->omitted_objects.value, 1);
    assert_int_equal(stopped->report.incomplete.count, 1);
    stopped_check_object(stopped, "node#0", "struct node heap {v=99999, next=&node#1+0}");
}

/* Ten thousand nodes worth of members and elements: every variable is there, the largest are cut, and what is cut is counted. */
static const char large[] =
    "#include <string.h>\n"
    "struct leaf {int a,b,c,d,e,f,g,h;}; struct grid {struct leaf cells[20][20]; int last;}; struct tree {struct grid g[20]; int end;};\n"
    "static struct tree tree;\n"
    "static int fill(struct tree *t){int n=0; for(int i=0;i<20;i++){for(int j=0;j<20;j++)for(int k=0;k<20;k++){\n"
    " int *p=&t->g[i].cells[j][k].a; for(int l=0;l<8;l++) p[l]=n++;} t->g[i].last=i;} t->end=42; return n;}\n"
    "int main(void){struct tree one, two, three; fill(&one); memcpy(&two,&one,sizeof one); memcpy(&three,&one,sizeof one);\n"
    " struct tree *p=&tree; fill(p); int after=1; __builtin_trap(); return after+two.end+three.end;}\n";

static size_t count_nodes(const struct tr_variable *node)
{
    size_t count = 1;
    TR_EACH(const struct tr_variable, child, &node->children)
        count += count_nodes(child);
    return count;
}

static void check_budget(struct stopped *stopped)
{
    stopped_objects(stopped);
    static const char *const names[] = {"one", "two", "three"};
    for (size_t i = 0; i < TR_COUNT(names); i++) {
        const struct tr_variable *node = stopped_find(stopped, "main", names[i]);
        assert_in_range(count_nodes(node), 100, TR_LIMIT_VARIABLE_NODES + 1);
        assert_int_equal(node->children.count, 2);
        stopped_check_text(tr_list_at(&node->children, struct tr_variable, 1), "end", "42");
    }
    stopped_check(stopped, "main", "after", "1");
}

static const char secrets[] =
    "#include <stdlib.h>\n#include <string.h>\n"
    "struct login {const char *user, *password; char API_KEY[16]; unsigned char SECRET[4];};\n"
    "static const char *find(const char *key,const char *token){__builtin_trap(); return key?key:token;}\n"
    "int main(int argc,char **argv,char **envp){(void)argv; (void)envp; setenv(\"MY_TOKEN\",\"hidden1\",1);\n"
    " struct login login={\"ann\",\"hidden2\",\"hidden3\",{1,2,3,4}}; const char *copy=login.password, *setting=\"DB_PASSWORD=hidden4\";\n"
    " const char *value=getenv(\"MY_TOKEN\"), *TOKENS[2]={\"hidden5\",0}; const char **all=TOKENS; const char **more=malloc(16);\n"
    " more[0]=login.password; more[1]=0; struct {const char **PASSWORDS;} holder={malloc(16)}; holder.PASSWORDS[0]=strdup(\"hidden6\");\n"
    " return *find(\"name\",value)+*copy+*setting+**all+**more+argc+**holder.PASSWORDS;}\n";

static void check_tree_hides(const struct tr_list *children);

static void check_hides(const struct tr_variable *node)
{
    assert_true(!node->value || !strstr(node->value, "hidden"));
    check_tree_hides(&node->children);
}

static void check_tree_hides(const struct tr_list *children)
{
    TR_EACH(const struct tr_variable, child, children)
        check_hides(child);
}

static void check_secrets(struct stopped *stopped)
{
    stopped_objects(stopped);
    stopped_check(stopped, "find", "key", "\"name\"");
    stopped_check(stopped, "main", "login", "{user=\"ann\", password=\"***\", API_KEY=\"***\", SECRET={ +4}}");
    stopped_check(stopped, "main", "copy", "\"***\"");
    stopped_check(stopped, "main", "setting", "\"DB_PASSWORD=***\"");
    stopped_check(stopped, "find", "token", "\"***\"");
    stopped_check(stopped, "main", "TOKENS", "{[0]=\"***\", [1]=0x0}");
    TR_EACH(const struct tr_frame, frame, &stopped->thread.frames) {
        check_tree_hides(&frame->arguments);
        check_tree_hides(&frame->locals);
    }
    TR_EACH(const struct tr_object, object, &stopped->report.memory->objects) {
        assert_true(!object->value || !strstr(object->value, "hidden"));
        check_tree_hides(&object->children);
    }
}

STOPPED_TEST(test_graph_gcc, check_graph, graph, "gcc", "-g -O0")
STOPPED_TEST(test_graph_clang, check_graph, graph, "clang", "-g -O0")
STOPPED_TEST(test_statics_gcc, check_statics, graph, "gcc", "-g -O0")
STOPPED_TEST(test_statics_clang, check_statics, graph, "clang", "-g -O0")
STOPPED_TEST(test_long_list, check_long_list, list, "gcc", "-g -O0")
STOPPED_TEST(test_budget, check_budget, large, "gcc", "-g -O0")
STOPPED_TEST(test_secrets, check_secrets, secrets, "gcc", "-g -O0")

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_graph_gcc),   cmocka_unit_test(test_graph_clang), cmocka_unit_test(test_statics_gcc),
        cmocka_unit_test(test_statics_clang), cmocka_unit_test(test_long_list), cmocka_unit_test(test_budget),
        cmocka_unit_test(test_secrets),
    };
    return cmocka_run_group_tests(tests, NULL, stopped_finish);
}
