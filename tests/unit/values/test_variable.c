#include "stopped.h"

static const char scalars[] =
    "#include <stdbool.h>\n#include <stdint.h>\n#include <wchar.h>\n#include <uchar.h>\n#include <complex.h>\n"
    "enum color {RED, GREEN, BLUE}; enum mode {R=1, W=2, X=4, S=8}; enum sign {NEG=-1, POS=1};\n"
    "static int add(int a,int b){return a+b;}\n"
    "struct bits {unsigned a:3; int b:5; _Bool c:1; long long wide:40; enum color d:4; unsigned char e; unsigned f:12;};\n"
    "int main(void){\n"
    " int i=-1; unsigned u=4000000000u; short s=-2; unsigned char uc=200; uint8_t u8=65; signed char sc=-3;\n"
    " long l=-9000000000000000000L; unsigned long ul=~0ul; __int128 big=(__int128)1<<100; double d=2.5; float f=0.1f;\n"
    " long double ld=1.0L/3; double nan=__builtin_nan(\"\"), inf=-__builtin_inf(); char c='a', nl='\\n', zero=0, high='\\377';\n"
    " _Bool t=1, no=0, odd; *(char*)&odd=7; enum color color=BLUE, bad=(enum color)9; enum mode mode=R|X; enum sign sign=NEG;\n"
    " wchar_t wc=L'x'; char16_t c16=u'\\u00e9'; double complex z=1+2*I; _Float128 q=0.5;\n"
    " int (*fn)(int,int)=add; int (*none)(int,int)=0; void *code=(void*)add; int *null=0; int *wild=(int*)0x10;\n"
    " struct bits bits={5,-6,1,-123456789012LL,GREEN,77,4095};\n"
    " volatile const int cv=3; static int counter=12; typedef int number; number typed=7;\n"
    " __builtin_trap();return i+u+s+uc+u8+sc+l+ul+big+d+f+ld+nan+inf+c+nl+zero+high+t+no+odd+color+bad+mode+sign+wc+c16+z+q+\n"
    " (fn!=0)+(none!=0)+(code!=0)+(null!=0)+(wild!=0)+bits.a+cv+counter+typed;}\n";

static void check_scalars(const struct stopped *stopped)
{
    static const char *const cases[][2] = {
        {"i", "-1"}, {"u", "4000000000"}, {"s", "-2"}, {"uc", "200"}, {"u8", "65"}, {"sc", "-3"},
        {"l", "-9000000000000000000"}, {"ul", "18446744073709551615"}, {"big", "1267650600228229401496703205376"},
        {"d", "2.5"}, {"f", "0.1"}, {"ld", "0.33333333333333333334"}, {"nan", "nan"}, {"inf", "-inf"},
        {"c", "'a'"}, {"nl", "'\\n'"}, {"zero", "'\\0'"}, {"high", "'\\377'"}, {"t", "true"}, {"no", "false"}, {"odd", "7"},
        {"color", "BLUE"}, {"bad", "9"}, {"mode", "R|X"}, {"sign", "NEG"}, {"wc", "L'x'"}, {"c16", "u'é'"}, {"z", "1+2i"},
        {"none", "0x0"}, {"null", "0x0"}, {"wild", "0x10"}, {"cv", "3"}, {"counter", "12"}, {"typed", "7"},
        {"bits", "{a=5, b=-6, c=true, wide=-123456789012, d=GREEN, e=77, f=4095}"},
    };
    for (size_t i = 0; i < TR_COUNT(cases); i++)
        stopped_check(stopped, "main", cases[i][0], cases[i][1]);
    const struct tr_variable *fn = stopped_find(stopped, "main", "fn");
    assert_non_null(strstr(fn->value, " <add>"));
    assert_int_equal(fn->kind, TR_VALUE_POINTER);
    assert_non_null(strstr(stopped_find(stopped, "main", "code")->value, " <add>"));
    stopped_check_reason(stopped, "main", "wild", "unmapped");
    stopped_check_reason(stopped, "main", "odd", "neither true nor false");
    assert_int_equal(stopped_find(stopped, "main", "c")->kind, TR_VALUE_CHARACTER);
    assert_int_equal(stopped_find(stopped, "main", "t")->kind, TR_VALUE_BOOLEAN);
    assert_int_equal(stopped_find(stopped, "main", "color")->kind, TR_VALUE_ENUM);
    assert_int_equal(stopped_find(stopped, "main", "d")->kind, TR_VALUE_FLOAT);
}

STOPPED_TEST(test_scalars_gcc, check_scalars, scalars, "gcc", "-g -O0")
STOPPED_TEST(test_scalars_gcc4, check_scalars, scalars, "gcc", "-gdwarf-4 -O0")
STOPPED_TEST(test_scalars_gcc2, check_scalars, scalars, "gcc", "-gdwarf-3 -gstrict-dwarf -O0")

static const char aggregates[] =
    "#include <stdlib.h>\n#include <string.h>\n#include <wchar.h>\n"
    "struct point {int x,y;}; union both {int i; float f;};\n"
    "struct outer {struct point p; union {int a; char b;}; struct {int q;} in; int m[2][2]; char name[8];};\n"
    "struct flex {int n; int tail[];}; struct text {int n; char tail[];};\n"
    "struct deep {struct {struct {struct {struct {struct {struct {struct {struct {int v;} a;} a;} a;} a;} a;} a;} a;} a;};\n"
    "static int work(int n){\n"
    " int vla[n]; for(int k=0;k<n;k++) vla[k]=k*k; int two[n][2]; memset(two,0,sizeof two); two[1][1]=5;\n"
    " __builtin_trap(); return vla[0]+two[0][0];}\n"
    "int main(void){\n"
    " struct point p={1,2}; union both u; u.i=1; struct outer o={{3,4},{5},{6},{{1,2},{3,4}},\"name\"};\n"
    " int zeros[1000]={0}; int some[100]; for(int k=0;k<100;k++) some[k]=k; int runs[20]={1,1,1,1,1,1,1,1,1,1,2,3};\n"
    " struct flex *fl=malloc(sizeof *fl+8); fl->n=2; struct text *tx=malloc(40); tx->n=1; strcpy(tx->tail,\"flexible\");\n"
    " char word[16]=\"hello\", full[4]={'R','I','F','F'}, empty[4]=\"\", raw[4]={1,2,3,4}, board[4]={0,'X',0,'O'};\n"
    " unsigned char bytes[3]={1,2,3}; wchar_t wide[8]=L\"w\\u00efde\"; struct deep deep={0}; struct point none[0];\n"
    " const char *names[3]={\"ann\",\"bob\",0}; char longer[300]; memset(longer,'x',299); longer[299]=0;\n"
    " char tab[2][4]={\"ab\",\"cd\"}; int (*row)[2]=o.m; const char *escaped=\"a\\\"b\\n\\t\\x01\";\n"
    " return work(3)+p.x+u.i+o.p.x+zeros[0]+some[0]+runs[0]+fl->n+tx->n+word[0]+full[0]+empty[0]+raw[0]+board[0]+bytes[0]+\n"
    " wide[0]+deep.a.a.a.a.a.a.a.a.v+sizeof none+(names[0]!=0)+longer[0]+tab[0][0]+(row!=0)+(escaped!=0);}\n";

static void check_aggregates(struct stopped *stopped)
{
    stopped_objects(stopped);
    static const char *const cases[][2] = {
        {"p", "{x=1, y=2}"},
        {"u", "{i=1, f=1e-45}"},
        {"o", "{p={x=3, y=4}, <anonymous>={a=5, b='\\005'}, in={q=6}, m={[0]={[0]=1, [1]=2}, [1]={[0]=3, [1]=4}}, "
              "name=\"name\"}"},
        {"zeros", "{[0..999]=0}"},
        {"some", "{[0]=0, [1]=1, [2]=2, [3]=3, [4]=4, [5]=5, [6]=6, [7]=7, [8]=8, [9]=9, [10]=10, [11]=11, [12]=12, [13]=13, "
                 "[14]=14, [15]=15, [16]=16, [17]=17, [18]=18, [19]=19, [20]=20, [21]=21, [22]=22, [23]=23, [98]=98, "
                 "[99]=99 +74}"},
        {"runs", "{[0..9]=1, [10]=2, [11]=3, [12..19]=0}"},
        {"word", "\"hello\""}, {"full", "\"RIFF\""}, {"empty", "\"\""},
        {"raw", "{[0]='\\001', [1]='\\002', [2]='\\003', [3]='\\004'}"},
        {"board", "{[0]='\\0', [1]='X', [2]='\\0', [3]='O'}"},
        {"bytes", "{[0]=1, [1]=2, [2]=3}"},
        {"wide", "L\"wïde\""},
        {"deep", "<partial>{a=<partial>{a=<partial>{a=<partial>{a=<partial>{a=<partial>{a=<partial>{a=<partial>{a=<partial>{ "
                 "+1}}}}}}}}}"},
        {"none", ""},
        {"names", "{[0]=\"ann\", [1]=\"bob\", [2]=0x0}"},
        {"tab", "{[0]=\"ab\", [1]=\"cd\"}"},
        {"row", "&o+16"},
        {"escaped", "\"a\\\"b\\n\\t\\001\""},
        {"fl", "&flex#0+0"},
        {"tx", "&text#0+0"},
    };
    for (size_t i = 0; i < TR_COUNT(cases); i++)
        stopped_check(stopped, "main", cases[i][0], cases[i][1]);
    stopped_check(stopped, "work", "vla", "{[0]=0, [1]=1, [2]=4}");
    stopped_check(stopped, "work", "two", "{[0]={[0]=0, [1]=0}, [1]={[0]=0, [1]=5}, [2]={[0]=0, [1]=0}}");
    stopped_check_reason(stopped, "main", "full", "no NUL");
    stopped_check_reason(stopped, "main", "longer", "the first 200 of 299 bytes");
    assert_int_equal(stopped_find(stopped, "main", "word")->kind, TR_VALUE_STRING);
    assert_int_equal(stopped_find(stopped, "main", "raw")->kind, TR_VALUE_ARRAY);
    assert_int_equal(stopped_find(stopped, "main", "zeros")->size.value, 1000);
    assert_string_equal(stopped_find(stopped, "main", "o")->type, "struct outer");
    stopped_check_object(stopped, "flex#0", "struct flex heap {n=2, tail=}");
    stopped_check_object(stopped, "text#0", "struct text heap {n=1, tail=\"flexible\"}");
    stopped_check_object(stopped, "o", "struct outer stack /threads/0/frames/1/locals/2");
}

STOPPED_TEST(test_aggregates_gcc, check_aggregates, aggregates, "gcc", "-g -O0")
STOPPED_TEST(test_aggregates_gcc4, check_aggregates, aggregates, "gcc", "-gdwarf-4 -O0")
STOPPED_TEST(test_aggregates_clang, check_aggregates, aggregates, "clang", "-g -O0")

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scalars_gcc),    cmocka_unit_test(test_scalars_gcc4),    cmocka_unit_test(test_scalars_gcc2),
        cmocka_unit_test(test_aggregates_gcc), cmocka_unit_test(test_aggregates_gcc4), cmocka_unit_test(test_aggregates_clang),
    };
    return cmocka_run_group_tests(tests, NULL, stopped_finish);
}
