#include "stopped.h"

static const char classes[] =
    "#include <string>\n#include <vector>\n"
    "namespace geo { struct Point {int x,y;}; enum class Side {Left, Right=5}; }\n"
    "struct Shape {int id=1; virtual ~Shape(){} static int count; virtual int area() const {return 0;}}; int Shape::count=3;\n"
    "class Circle: public Shape {int radius; public: bool filled; Circle(int r):radius(r),filled(true){} int area() const override {return radius;}};\n"
    "struct Left: virtual Shape {int l=2;}; struct Right: virtual Shape {int r=3;}; struct Both: Left, Right {int b=4;};\n"
    "struct Empty {}; union Word {int i; unsigned char bytes[4];};\n"
    "static int look(const geo::Point &point,int &number,const std::string &text,Shape *shape,const char *const &chars,int &&moved,\n"
    "  int (&row)[2]){\n"
    " if(number==9) __builtin_trap(); return point.x+number+(int)text.size()+shape->area()+*chars+moved+row[0];}\n"
    "int main(){ geo::Point point{1,2}; geo::Side side=geo::Side::Right; Circle circle(7); Both both; Empty empty; Word word{5};\n"
    " int number=9; std::string text=\"hello\"; const char *chars=\"chars\"; int geo::Point::*member=&geo::Point::y; int row[2]={1,2};\n"
    " int (Shape::*method)() const=&Shape::area; auto lambda=[number,&point]{return number+point.x;}; std::nullptr_t null=nullptr;\n"
    " bool no=false; char8_t c8=u8'a'; char32_t c32=U'x'; wchar_t wide=L'w'; (void)empty; (void)null; (void)method;\n"
    " return look(point,number,text,&circle,chars,12,row)+both.b+lambda()+word.i+point.*member+(int)side+no+c8+c32+wide;}\n";

static void check_classes(struct stopped *stopped)
{
    stopped_objects(stopped);
    static const char *const cases[][3] = {
        {"look", "number", "9"}, {"look", "point", "&point+0"}, {"look", "shape", "&circle+0"}, {"look", "chars", "\"chars\""},
        {"look", "moved", "12"}, {"look", "row", "&row+0"},
        {"main", "point", "{x=1, y=2}"}, {"main", "circle", "{<Shape>={id=1}, radius=7, filled=true}"},
        {"main", "both", "{<Left>={<Shape>={id=1}, l=2}, <Right>={<Shape>={id=1}, r=3}, b=4}"}, {"main", "empty", ""},
        {"main", "word", "{i=5, bytes={[0]=5, [1]=0, [2]=0, [3]=0}}"}, {"main", "member", "&geo::Point::y"}, {"main", "method", "&Shape::area"},
        {"main", "lambda", "{number=9, point=&point+0}"}, {"main", "no", "false"},
        {"main", "c8", "u8'a'"}, {"main", "c32", "U'x'"}, {"main", "wide", "L'w'"},
        {"main", "side", "geo::Side::Right"}, {"main", "null", "0x0"},
    };
    for (size_t i = 0; i < TR_COUNT(cases); i++)
        stopped_check(stopped, cases[i][0], cases[i][1], cases[i][2]);
    assert_int_equal(stopped_find(stopped, "look", "number")->kind, TR_VALUE_REFERENCE);
    assert_int_equal(stopped_find(stopped, "main", "circle")->kind, TR_VALUE_CLASS);
    assert_string_equal(stopped_find(stopped, "main", "point")->type, "geo::Point");
    assert_non_null(stopped_find(stopped, "main", "text"));
    assert_non_null(stopped_find(stopped, "main", "lambda"));
}

static const char containers[] =
    "#include <string>\n#include <string_view>\n#include <vector>\n#include <cstring>\n"
    "struct Item {std::string name; int count;};\n"
    "static int look(const std::string &text,const std::vector<Item> &items,std::vector<int> *numbers){\n"
    " std::string broken; std::memset((void*)&broken,0x55,sizeof broken); std::vector<int> torn; std::memset((void*)&torn,0x33,8);\n"
    " if(text.size()) __builtin_trap(); return (int)items.size()+(int)numbers->size()+(int)broken.size()+(int)torn.size();}\n"
    "int main(){ std::string text=\"washer\", empty, nul(\"a\\0b\",3), longer(300,'x'), password=\"hidden\"; std::string_view view=text;\n"
    " std::wstring wide=L\"w\\u00efde\"; std::vector<Item> items{{\"bolt\",2},{\"nut\",3}}; std::vector<int> numbers(1000,7), none;\n"
    " std::vector<bool> bits{true,false}; std::vector<std::vector<int>> nested{{1},{2,3}};\n"
    " return look(text,items,&numbers)+(int)(empty.size()+nul.size()+longer.size()+view.size()+wide.size()+none.size()+bits.size()+\n"
    "  nested.size()+password.size());}\n";

static void check_containers(struct stopped *stopped)
{
    stopped_objects(stopped);
    static const char *const cases[][3] = {
        {"look", "text", "\"washer\""}, {"look", "items", "&items+0"}, {"look", "numbers", "&numbers+0"},
        {"look", "broken", "<unreadable>"}, {"look", "torn", "<unreadable>"},
        {"main", "text", "\"washer\""}, {"main", "empty", "\"\""}, {"main", "nul", "\"a\\000b\""}, {"main", "view", "\"washer\""},
        {"main", "password", "\"***\""}, {"main", "wide", "L\"wïde\""},
        {"main", "items", "{[0]={name=\"bolt\", count=2}, [1]={name=\"nut\", count=3}}"}, {"main", "numbers", "{[0..999]=7}"},
        {"main", "none", ""}, {"main", "nested", "{[0]={[0]=1}, [1]={[0]=2, [1]=3}}"},
    };
    for (size_t i = 0; i < TR_COUNT(cases); i++)
        stopped_check(stopped, cases[i][0], cases[i][1], cases[i][2]);
    stopped_check_reason(stopped, "main", "longer", "the first 200 of 300 bytes");
    assert_int_equal(stopped_find(stopped, "main", "numbers")->kind, TR_VALUE_CONTAINER);
    assert_int_equal(stopped_find(stopped, "main", "numbers")->size.value, 1000);
    assert_int_equal(stopped_find(stopped, "main", "none")->size.value, 0);
    assert_int_equal(stopped_find(stopped, "main", "bits")->kind, TR_VALUE_CONTAINER);
}

static const char dynamic[] =
    "#include <memory>\n"
    "struct Shape {int id=1; virtual ~Shape(){}}; struct Named {int n=2; virtual ~Named(){}};\n"
    "namespace { struct Hidden: Shape {int h=3;}; }\n"
    "template<class T> struct Box: Shape {T held; explicit Box(T t):held(t){}};\n"
    "struct Both: Shape, Named {int b=4;}; struct Outer { struct Inner: Shape {int i=5;}; };\n"
    "static int look(const Shape *hidden,Shape &box,Named *both,Shape *inner,Shape *local,Shape *plain,const std::unique_ptr<Shape> &owned){\n"
    " if(hidden) __builtin_trap(); return box.id+both->n+inner->id+local->id+plain->id+owned->id;}\n"
    "int main(){ struct Local: Shape {int l=6;};\n"
    " std::unique_ptr<Shape> owned(new Both); Shape broken; Shape *lost=&broken; (void)lost;\n"
    " return look(new Hidden,*new Box<unsigned>(7u),new Both,new Outer::Inner,new Local,new Shape,owned);}\n";

static void check_target(const struct stopped *stopped, const char *name, const char *type, int offset)
{
    const struct tr_variable *node = stopped_find(stopped, "look", name);
    assert_non_null(node);
    if (!node->points_to)
        fail_msg("%s points to nothing", name);
    assert_string_equal(stopped_object(stopped, node->points_to->object)->type, type);
    assert_int_equal(node->points_to->offset.value, offset);
}

static void check_dynamic(struct stopped *stopped)
{
    stopped_objects(stopped);
    check_target(stopped, "hidden", "(anonymous namespace)::Hidden", 0);
    check_target(stopped, "box", "Box<unsigned int>", 0);
    check_target(stopped, "both", "Both", 16);
    check_target(stopped, "inner", "Outer::Inner", 0);
    check_target(stopped, "local", "main::Local", 0);
    check_target(stopped, "plain", "Shape", 0);
    struct tr_variable *owned = stopped_find(stopped, "main", "owned");
    owned->value = NULL;
    stopped_check_text(owned, "owned", "{*={<Shape>={id=1}, <Named>={n=2}, b=4}}");
    stopped_check_object(stopped, "Hidden#0", "(anonymous namespace)::Hidden heap {<Shape>={id=1}, h=3}");
}

STOPPED_TEST(test_classes_gcc, check_classes, classes, "g++", "-x c++ -std=c++20 -g -O0")
STOPPED_TEST(test_classes_gcc4, check_classes, classes, "g++", "-x c++ -std=c++20 -gdwarf-4 -O0")
STOPPED_TEST(test_containers_gcc, check_containers, containers, "g++", "-x c++ -std=c++17 -g -O0")
STOPPED_TEST(test_containers_clang, check_containers, containers, "clang++", "-x c++ -std=c++17 -g -O0")
STOPPED_TEST(test_classes_clang, check_classes, classes, "clang++", "-x c++ -std=c++20 -g -O0")

STOPPED_TEST(test_dynamic_gcc, check_dynamic, dynamic, "g++", "-x c++ -g -O0")
STOPPED_TEST(test_dynamic_clang, check_dynamic, dynamic, "clang++", "-x c++ -g -O0 -fno-rtti")

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_classes_gcc),
        cmocka_unit_test(test_classes_gcc4),
        cmocka_unit_test(test_classes_clang),
        cmocka_unit_test(test_containers_gcc),
        cmocka_unit_test(test_containers_clang),
        cmocka_unit_test(test_dynamic_gcc),
        cmocka_unit_test(test_dynamic_clang),
    };
    return cmocka_run_group_tests(tests, NULL, stopped_finish);
}
