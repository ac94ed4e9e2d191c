#include "post/notice.h"

#include <ludoteca/characters.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "wire/json_writer.h"

enum { NAMES = 256, MINUTE_MS = 60 * 1000, HOUR_MS = 60 * MINUTE_MS, DAY_MS = 24 * HOUR_MS };

/* {1} is the game, {2} are the names of the others. */
typedef struct Words {
    const char *title[NOTICE_KINDS];
    const char *alone[NOTICE_KINDS]; /* where no name is known */
    const char *body[NOTICE_KINDS];
    const char *spans[3][2];
    const char *also; /* between the last two names */
    const char *why;  /* at the end of a mail */
    const char *leave;
} Words;

static const Words words[NOTICE_LANGUAGES] = {
    {
        .title = {"Your turn in {1} against {2}", "Your game of {1} against {2} has begun",
                  "You won at {1} against {2}", "You lost at {1} against {2}",
                  "A draw at {1} against {2}", "Your game of {1} against {2} is over",
                  "{2}: a draw is offered in {1}", "Your time is running out in {1} against {2}",
                  "Confirm that Ludoteca may write to you"},
        .alone = {"Your turn in {1}", "Your game of {1} has begun", "You won at {1}",
                  "You lost at {1}", "A draw at {1}", "Your game of {1} is over",
                  "A draw is offered in {1}", "Your time is running out in {1}",
                  "Confirm that Ludoteca may write to you"},
        .body = {"Open the game to move.", "Open the game to play.", "See how it ended.",
                 "See how it ended.", "See how it ended.", "See how it ended.",
                 "Open the game to answer.", "Open the game to move.",
                 "Somebody entered this address to be told when it is their turn. If that was you, "
                 "open the link; if not, do nothing, and no more mail will come."},
        .spans = {{"minute", "minutes"}, {"hour", "hours"}, {"day", "days"}},
        .also = " and ",
        .why = "You get this mail because you asked to be told of your games.",
        .leave = "To get no more of them: ",
    },
    {
        .title = {"Es tu turno en {1} contra {2}", "Empezó tu partida de {1} contra {2}",
                  "Ganaste en {1} contra {2}", "Perdiste en {1} contra {2}",
                  "Tablas en {1} contra {2}", "Terminó tu partida de {1} contra {2}",
                  "{2}: te ofrecen tablas en {1}", "Se te acaba el tiempo en {1} contra {2}",
                  "Confirma que Ludoteca puede escribirte"},
        .alone = {"Es tu turno en {1}", "Empezó tu partida de {1}", "Ganaste en {1}",
                  "Perdiste en {1}", "Tablas en {1}", "Terminó tu partida de {1}",
                  "Te ofrecen tablas en {1}", "Se te acaba el tiempo en {1}",
                  "Confirma que Ludoteca puede escribirte"},
        .body = {"Abre la partida para mover.", "Abre la partida para jugar.", "Mira cómo terminó.",
                 "Mira cómo terminó.", "Mira cómo terminó.", "Mira cómo terminó.",
                 "Abre la partida para responder.", "Abre la partida para mover.",
                 "Alguien escribió esta dirección para recibir avisos cuando sea su turno. Si "
                 "fuiste tú, abre el enlace; si no, no hagas nada y no llegarán más correos."},
        .spans = {{"minuto", "minutos"}, {"hora", "horas"}, {"día", "días"}},
        .also = " y ",
        .why = "Recibes este correo porque pediste avisos de tus partidas.",
        .leave = "Para no recibir más: ",
    },
};

NoticeLanguage notice_language(const char *code)
{
    bool is_spanish = code && strncasecmp(code, "es", 2) == 0 && strchr("-_.", code[2]);
    return is_spanish ? NOTICE_SPANISH : NOTICE_ENGLISH;
}

/* -- names ------------------------------------------------------------------------------------- */

/* In Spanish "y" becomes "e" before the sound of an i: Ana e Inés, Luz e Hilda; not so before hie
 * and hia. */
static bool begins_with_i(const char *name)
{
    if (strncasecmp(name, "i", 1) == 0 || strncmp(name, "Í", 2) == 0 || strncmp(name, "í", 2) == 0)
        return true;
    return strncasecmp(name, "hi", 2) == 0 && (!name[2] || !strchr("aeoAEO", name[2]));
}

static const char *choose_joint(const Notice *notice, const char *last)
{
    if (notice->language == NOTICE_SPANISH && begins_with_i(last))
        return " e ";
    return words[notice->language].also;
}

static bool has_name(const Notice *notice, int index)
{
    return notice->opponents[index] && notice->opponents[index][0];
}

/* "Ana", "Ana and Luis", "Ana, Luis and Eva"; "" if nobody has a name. */
static void join_names(const Notice *notice, char names[NAMES])
{
    int left = 0;
    size_t length = 0;
    for (int i = 0; i < NOTICE_OPPONENTS; i++)
        left += has_name(notice, i);
    names[0] = '\0';
    for (int i = 0; i < NOTICE_OPPONENTS; i++) {
        if (!has_name(notice, i))
            continue;
        const char *name = notice->opponents[i];
        const char *joint = length == 0 ? "" : left == 1 ? choose_joint(notice, name) : ", ";
        snprintf(names + length, NAMES - length, "%s%.80s", joint, name);
        length = strlen(names);
        left--;
    }
}

/* -- sentences --------------------------------------------------------------------------------- */

static void fill(const char *pattern, const char *game, const char *names, char line[NOTICE_LINE])
{
    size_t length = 0;
    for (const char *at = pattern; *at && length + 1 < NOTICE_LINE; at++) {
        if (at[0] == '{' && (at[1] == '1' || at[1] == '2') && at[2] == '}') {
            const char *word = at[1] == '1' ? game : names;
            snprintf(line + length, NOTICE_LINE - length, "%s", word);
            length = strlen(line);
            at += 2;
        } else {
            line[length++] = *at;
            line[length] = '\0';
        }
    }
    lud_text_clean(line, length);
}

void notice_title(const Notice *notice, char title[NOTICE_LINE])
{
    const Words *own = &words[notice->language];
    char names[NAMES];
    join_names(notice, names);
    fill(names[0] ? own->title[notice->kind] : own->alone[notice->kind], notice->game, names,
         title);
}

/* In the largest unit of which there are two at least. */
static void write_left(const Notice *notice, char body[NOTICE_LINE])
{
    static const int64_t units[] = {MINUTE_MS, HOUR_MS, DAY_MS};
    const Words *own = &words[notice->language];
    int unit = notice->left_ms >= 2 * DAY_MS ? 2 : notice->left_ms >= 2 * HOUR_MS ? 1 : 0;
    long long count = notice->left_ms / units[unit];
    count = count < 1 ? 1 : count;
    const char *span = own->spans[unit][count != 1];
    if (notice->language == NOTICE_SPANISH)
        snprintf(body, NOTICE_LINE, "Te queda%s %lld %s.", count == 1 ? "" : "n", count, span);
    else
        snprintf(body, NOTICE_LINE, "You have %lld %s left.", count, span);
}

void notice_body(const Notice *notice, char body[NOTICE_LINE])
{
    if (notice->left_ms > 0)
        write_left(notice, body);
    else
        snprintf(body, NOTICE_LINE, "%s", words[notice->language].body[notice->kind]);
}

/* -- for the page, and by mail ----------------------------------------------------------------- */

char *notice_json(const Notice *notice)
{
    char title[NOTICE_LINE], body[NOTICE_LINE];
    Json json = {0};
    notice_title(notice, title);
    notice_body(notice, body);
    json_open(&json, '{');
    json_put_text(&json, "title", title);
    json_put_text(&json, "body", body);
    json_put_text(&json, "url", notice->url);
    json_put_text(&json, "tag", notice->tag);
    json_close(&json, '}');
    return json_take(&json);
}

char *notice_mail(const Notice *notice)
{
    const Words *own = &words[notice->language];
    char title[NOTICE_LINE], body[NOTICE_LINE];
    Text text = {0};
    notice_title(notice, title);
    notice_body(notice, body);
    text_printf(&text, "%s.\n%s\n\n%s\n", title, body, notice->url);
    if (notice->kind != NOTICE_CONFIRM)
        text_printf(&text, "\n-- \n%s\n", own->why);
    if (notice->leave)
        text_printf(&text, "%s%s\n", own->leave, notice->leave);
    return text_take(&text);
}
