/* `ludoteca engine`: the protocol of docs/PROTOCOL.md on standard input and output. */
#include <signal.h>
#include <stdarg.h>
#include <string.h>

#include <ludoteca/version.h>

#include "cli/engine/engine_lines.h"
#include "cli/engine/engine_options.h"
#include "cli/engine/engine_show.h"
#include "cli/engine/engine_think.h"

/* The rules that other programs expect before they say anything. */
static const char *usual_game(void)
{
    for (int i = 0; i < lud_game_count(); i++) {
        const LudGamePractice *practice = lud_practice(lud_game_at(i));
        if (practice->engine_rules)
            return practice->engine_rules;
    }
    return lud_game_at(0)->name;
}

void engine_tell(const char *format, ...)
{
    char said[LUD_UCI_TEXT], text[LUD_UCI_TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(said, sizeof said, format, args);
    va_end(args);
    lud_uci_string_print(said, text);
    lud_text_clean(text, strlen(text)); /* it may quote anything */
    line_print(text);
}

void engine_tell_error(const LudError *err)
{
    char text[REPORT_BYTES];
    lud_error_text(err, NULL, text, sizeof text);
    if (err->move_number > 0)
        engine_tell("error: move %d: %s", err->move_number, text);
    else
        engine_tell("error: %s", text);
}

static void introduce(const EngineSession *session)
{
    line_print("id name Ludoteca " LUD_VERSION_TEXT);
    line_print("id author the Ludoteca developers");
    engine_options_print(session);
    line_print("uciok");
}

static void set_position(EngineSession *session, const LudUciCommand *command)
{
    LudPlay *play;
    LudError err;
    session->has_bad_position =
        lud_play_read(&play, &session->rules, command->position, command->moves, 0, &err) != LUD_OK;
    if (session->has_bad_position) {
        engine_tell_error(&err);
        return;
    }
    lud_play_free(session->play);
    session->play = play;
}

/* Another game begins: nothing that was learnt in the last one counts. */
static void begin_game(EngineSession *session)
{
    if (session->engine)
        lud_engine_new_game(session->engine);
    lud_play_restart(session->play, NULL);
    session->has_bad_position = false;
}

/* Commands that change what a search uses end it first; it answers with its bestmove. */
static void obey(EngineSession *session, const LudUciCommand *command)
{
    switch (command->order) {
    case LUD_UCI_UCI:
        introduce(session);
        break;
    case LUD_UCI_DEBUG:
        session->is_debugging = command->is_on;
        break;
    case LUD_UCI_ISREADY:
        if (!think_is_running(session))
            engine_prepare(session);
        line_print("readyok");
        break;
    case LUD_UCI_SETOPTION:
        think_finish(session);
        engine_options_set(session, command);
        break;
    case LUD_UCI_UCINEWGAME:
        think_finish(session);
        begin_game(session);
        break;
    case LUD_UCI_POSITION:
        think_finish(session);
        set_position(session, command);
        break;
    case LUD_UCI_GO:
        think_go(session, &command->go);
        break;
    case LUD_UCI_STOP:
        think_stop(session);
        break;
    case LUD_UCI_PONDERHIT:
        think_ponder_hit(session);
        break;
    case LUD_UCI_SHOW:
        engine_show(session);
        break;
    case LUD_UCI_PERFT:
        think_perft(session, command->depth);
        break;
    case LUD_UCI_QUIT:
    case LUD_UCI_NOTHING:
        break;
    }
}

/* What a command that can't be understood leaves behind: nothing, but whoever sent `go` waits for
 * a move, and a `position` that got lost must not be taken for the one before. */
static void refuse(EngineSession *session, LudUciOrder order, const LudError *err)
{
    engine_tell_error(err);
    if (order == LUD_UCI_GO) {
        think_finish(session);
        line_print("bestmove 0000");
    } else if (order == LUD_UCI_POSITION) {
        think_finish(session);
        session->has_bad_position = true;
    }
}

/* Returns false when the session is over. */
static bool handle(EngineSession *session, char *line, size_t size)
{
    LudUciCommand command;
    LudError err;
    if (lud_uci_read(line, size, &command, &err) != LUD_OK)
        refuse(session, command.order, &err);
    else
        obey(session, &command);
    return command.order != LUD_UCI_QUIT && !ferror(stdout);
}

static int converse(EngineSession *session)
{
    enum { REPEAT_MS = 10 };
    LineReader reader = {0};
    char *line = NULL;
    size_t size = 0;
    int status = EXIT_SUCCESS;
    for (bool goes_on = true; goes_on;) {
        int wait_ms = think_repeats_hit(session) ? REPEAT_MS : -1;
        switch (line_next(&reader, wait_ms, &line, &size)) {
        case LINE_READ:
            goes_on = handle(session, line, size);
            break;
        case LINE_TOO_LONG:
            engine_tell("error: A line of more than %d bytes was ignored.", ENGINE_LINE_MOST);
            think_finish(session);
            session->has_bad_position = true; /* that is what it must have been */
            break;
        case LINE_WAITED:
            break;
        case LINE_FAILED:
            status = report_file(_("standard input"));
            goes_on = false;
            break;
        case LINE_UNHEARD:
            status = 128 + SIGPIPE;
            goes_on = false;
            break;
        case LINE_END:
            goes_on = false;
            break;
        }
    }
    think_finish(session);
    line_reader_free(&reader);
    return status;
}

static int cmd_engine(const Arguments *arguments)
{
    EngineSession *session = calloc(1, sizeof *session);
    if (!session || !think_begin(session)) {
        free(session);
        return report_memory();
    }
    engine_options_begin(session);
    int status = cli_rules(arguments->operand_count ? arguments->operands[0] : usual_game(),
                           &session->rules);
    language_set("en"); /* programs read what follows */
    LudError err;
    if (status == EXIT_SUCCESS && lud_play_new(&session->play, &session->rules, NULL, &err))
        status = report_error(&err);
    if (status == EXIT_SUCCESS)
        status = converse(session);
    lud_play_free(session->play);
    engine_options_end(session);
    think_end(session);
    free(session);
    return status;
}

const Command engine_command = {
    .name = "engine",
    .operands = N_("[GAME]"),
    .about = N_("play for another program that speaks the UCI protocol"),
    .details = N_("Reads commands from standard input and answers on standard output, as chess\n"
                  "engines do; PROTOCOL.md describes them. Without GAME it plays\n"
                  "by the rules of Aualé; `setoption name Game` changes that.\n"),
    .least = 0,
    .most = 1,
    .run = cmd_engine,
};
