/* What the engine finds, in words; and the options with which people tell it how long to think. */
#ifndef LUD_CLI_WORDS_ADVICE_H
#define LUD_CLI_WORDS_ADVICE_H

#include <ludoteca/engine.h>

#include "shell/arguments.h"
#include "shell/style.h"

enum { ADVICE_BYTES = 512 };

/* The rows that analyse and review share, for their option tables. */
#define ADVICE_OPTIONS                                                                             \
    {"time", N_("TIME"), N_("how long to think about each position: 500ms, 2s, 1m")},              \
        {"depth", N_("N"), N_("look at most N plies ahead")},                                      \
        {"nodes", N_("N"), N_("visit at most N positions for each answer")},                       \
        {"threads", N_("N"), N_("use N threads; usually all processors")},                         \
        {"no-tables", NULL, N_("use no tables of perfect play")},                                  \
    {                                                                                              \
        "hash", N_("MIB"), N_("memory for what has been searched, in mebibytes; usually 64")       \
    }

/* Reads those options. Without any limit `usual_ms` counts. False after a message. */
bool advice_read(const Arguments *arguments, int64_t usual_ms, LudLimits *limits,
                 LudEngineOptions *options);
/* Reads the value of a player's limit, such as "500ms", "2s" or "1m" for "time"; false if it is no
 * such thing. */
bool advice_read_limit(const char *key, const char *text, LudLimits *limits);
/* How many threads this machine has use for. */
int advice_threads(void);

/* "+3.20 seeds", "wins in 4 moves", "63.2 %": the value of a line from `s` on, seen by the side to
 * move there. What tables say exactly comes before what was only searched. */
void advice_line_value(const LudGame *game, const LudState *s, const LudLine *line,
                       char text[ADVICE_BYTES]);
/* A chance as "63.2 %". */
void advice_chance(double chance, char text[ADVICE_BYTES]);
/* A remark in the reader's language. */
void advice_remark(const LudRemark *remark, char text[ADVICE_BYTES]);
/* All of them as one sentence, beginning with the move. */
void advice_reasons(const LudRules *rules, const LudState *s, const LudHint *hint,
                    char text[ADVICE_BYTES]);
/* The moves of a line, joined by spaces. */
void advice_line(const LudRules *rules, const LudState *s, const LudLine *line,
                 char text[ADVICE_BYTES]);
/* Prints findings as a table, best move first. */
void advice_print(const LudRules *rules, const LudState *s, const LudFindings *findings);

/* Says on stderr if one of the engine's tables is damaged, unless that was told before. */
void advice_tell_fault(const LudEngine *engine, bool *is_told);

/* Runs the engine so that Ctrl-C and other requests to stop reach it. Begin before, end after. */
void advice_watch_begin(LudEngine *engine);
void advice_watch_end(void);

#endif
