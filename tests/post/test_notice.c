/* What people are told, in both languages. */
#include <string.h>

#include "post/notice.h"
#include "support/unit.h"

static void expect_title(NoticeKind kind, NoticeLanguage language, const char *wanted)
{
    const Notice notice = {
        .kind = kind, .language = language, .game = "Oware", .opponents = {"Ana"}};
    char title[NOTICE_LINE];
    notice_title(&notice, title);
    assert_string_equal(title, wanted);
}

static void test_titles(void **unused)
{
    (void)unused;
    expect_title(NOTICE_TURN, NOTICE_ENGLISH, "Your turn in Oware against Ana");
    expect_title(NOTICE_TURN, NOTICE_SPANISH, "Es tu turno en Oware contra Ana");
    expect_title(NOTICE_BEGUN, NOTICE_SPANISH, "Empezó tu partida de Oware contra Ana");
    expect_title(NOTICE_WON, NOTICE_ENGLISH, "You won at Oware against Ana");
    expect_title(NOTICE_LOST, NOTICE_SPANISH, "Perdiste en Oware contra Ana");
    expect_title(NOTICE_DRAW, NOTICE_ENGLISH, "Ana: a draw is offered in Oware");
    expect_title(NOTICE_TIME, NOTICE_SPANISH, "Se te acaba el tiempo en Oware contra Ana");
}

static void expect_names(NoticeLanguage language, const char *one, const char *two,
                         const char *three, const char *wanted)
{
    const Notice notice = {
        .kind = NOTICE_TURN, .language = language, .game = "Oware", .opponents = {one, two, three}};
    char title[NOTICE_LINE];
    notice_title(&notice, title);
    assert_string_equal(title, wanted);
}

static void test_names(void **unused)
{
    (void)unused;
    expect_names(NOTICE_ENGLISH, "", NULL, NULL, "Your turn in Oware");
    expect_names(NOTICE_ENGLISH, NULL, "Eva", "", "Your turn in Oware against Eva");
    expect_names(NOTICE_ENGLISH, "Ana", "Luis", "Eva",
                 "Your turn in Oware against Ana, Luis and Eva");
    expect_names(NOTICE_SPANISH, "Ana", "Luis", NULL, "Es tu turno en Oware contra Ana y Luis");
    expect_names(NOTICE_SPANISH, "Ana", NULL, "Inés", "Es tu turno en Oware contra Ana e Inés");
    expect_names(NOTICE_SPANISH, "Ana", "Hilda", NULL, "Es tu turno en Oware contra Ana e Hilda");
    expect_names(NOTICE_SPANISH, "Ana", "Hiela", NULL, "Es tu turno en Oware contra Ana y Hiela");
    expect_names(NOTICE_ENGLISH, "{1}\n{2}", NULL, NULL, "Your turn in Oware against {1}?{2}");
}

static void expect_body(NoticeLanguage language, int64_t left_ms, const char *wanted)
{
    const Notice notice = {.kind = NOTICE_TURN, .language = language, .left_ms = left_ms};
    char body[NOTICE_LINE];
    notice_body(&notice, body);
    assert_string_equal(body, wanted);
}

static void test_bodies(void **unused)
{
    const int64_t hour = 3600 * 1000;
    (void)unused;
    expect_body(NOTICE_ENGLISH, 0, "Open the game to move.");
    expect_body(NOTICE_SPANISH, 0, "Abre la partida para mover.");
    expect_body(NOTICE_ENGLISH, 72 * hour, "You have 3 days left.");
    expect_body(NOTICE_SPANISH, 72 * hour - 1, "Te quedan 2 días.");
    expect_body(NOTICE_ENGLISH, 47 * hour, "You have 47 hours left.");
    expect_body(NOTICE_SPANISH, hour, "Te quedan 60 minutos.");
    expect_body(NOTICE_SPANISH, 1, "Te queda 1 minuto.");
    expect_body(NOTICE_ENGLISH, 1, "You have 1 minute left.");
}

/* Every kind has its words in every language. */
static void test_all_are_there(void **unused)
{
    (void)unused;
    for (int i = 0; i < NOTICE_KINDS * NOTICE_LANGUAGES; i++) {
        Notice notice = {.kind = i % NOTICE_KINDS, .language = i / NOTICE_KINDS, .game = "G"};
        char one[NOTICE_LINE], two[NOTICE_LINE], body[NOTICE_LINE];
        notice_title(&notice, one);
        notice.opponents[0] = "A";
        notice_title(&notice, two);
        notice_body(&notice, body);
        assert_true(one[0] && two[0] && body[0]);
        assert_true(notice.kind == NOTICE_CONFIRM || strcmp(one, two) != 0);
    }
}

static void test_json(void **unused)
{
    const Notice notice = {.kind = NOTICE_TURN,
                           .game = "Oware",
                           .opponents = {"\"A\""},
                           .url = "https://games.example.org/#play=abc",
                           .tag = "abc"};
    char *json = notice_json(&notice);
    (void)unused;
    assert_string_equal(json, "{\"title\": \"Your turn in Oware against \\\"A\\\"\", "
                              "\"body\": \"Open the game to move.\", "
                              "\"url\": \"https://games.example.org/#play=abc\", "
                              "\"tag\": \"abc\"}");
    lud_free(json);
}

static void test_mail(void **unused)
{
    const Notice notice = {.kind = NOTICE_TURN,
                           .language = NOTICE_SPANISH,
                           .game = "Oware",
                           .url = "https://games.example.org/#play=abc",
                           .leave = "https://games.example.org/#leave"};
    char *text = notice_mail(&notice);
    (void)unused;
    assert_string_equal(text, "Es tu turno en Oware.\n"
                              "Abre la partida para mover.\n"
                              "\n"
                              "https://games.example.org/#play=abc\n"
                              "\n"
                              "-- \n"
                              "Recibes este correo porque pediste avisos de tus partidas.\n"
                              "Para no recibir más: https://games.example.org/#leave\n");
    lud_free(text);
}

static void test_languages(void **unused)
{
    (void)unused;
    assert_int_equal(notice_language("es"), NOTICE_SPANISH);
    assert_int_equal(notice_language("es-MX"), NOTICE_SPANISH);
    assert_int_equal(notice_language("est"), NOTICE_ENGLISH);
    assert_int_equal(notice_language("en"), NOTICE_ENGLISH);
    assert_int_equal(notice_language(NULL), NOTICE_ENGLISH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_titles),    cmocka_unit_test(test_names),
        cmocka_unit_test(test_bodies),    cmocka_unit_test(test_all_are_there),
        cmocka_unit_test(test_json),      cmocka_unit_test(test_mail),
        cmocka_unit_test(test_languages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
