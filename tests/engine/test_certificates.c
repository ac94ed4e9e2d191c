/* Solved positions and their certificates: along seeded games every forced win of either round that
 * is found must be found soon and have a certificate that holds; and certificates that somebody has
 * changed are refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ludoteca/ludoteca.h>

#include "core/forcing.h"
#include "support/tap.h"

enum { MEMORY = 1 << 23 };

typedef struct Walk {
    LudRules rules;
    const LudGame *game;
    LudSearch *search;
    LudRandom random;
    void *memory;
    int won, none, open; /* positions */
    size_t bytes;        /* of their certificates */
    int slow, unwritten, faults;
    int tampered, accepted;
} Walk;

static double cpu_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* -- spoiling certificates ------------------------------------------------------------------------
 */

static void expect_refused(Walk *w, const char *text, size_t length, const char *what)
{
    LudProofReport report;
    LudError err;
    char message[512];
    w->tampered++;
    if (lud_proof_verify(text, length, &report, &err) == LUD_OK) {
        w->accepted++;
        tap_note("accepted although %s:\n%.*s", what, (int)length, text);
        return;
    }
    if (lud_error_text(&err, NULL, message, sizeof message) == 0)
        w->accepted++;
}

/* The certificate with `length` bytes from `at` on replaced. */
static void try_changed(Walk *w, const char *text, size_t at, size_t length, const char *by,
                        const char *what)
{
    size_t size = strlen(text);
    char *changed = malloc(size + strlen(by) + 1);
    memcpy(changed, text, at);
    strcpy(changed + at, by);
    strcat(changed, text + at + length);
    expect_refused(w, changed, strlen(changed), what);
    free(changed);
}

static void spoil(Walk *w, const char *text)
{
    size_t size = strlen(text);
    /* Cut off after any line, or within one. */
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '\n' || i % 7 == 0)
            expect_refused(w, text, i, "it is cut off");
    }
    /* A node that says nothing of any reply; one whose move is that of a tile already there. */
    const char *line = strstr(text, "\nroot ") + 1;
    for (line = strchr(line, '\n') + 1; *line; line = strchr(line, '\n') + 1) {
        const char *move = strchr(line, ' ') + 1;
        size_t whole = strcspn(move, "\n"), word = strcspn(move, " \n");
        if (word < whole) /* the others end the game */
            try_changed(w, text, (size_t)(move - text) + word, whole - word, "", "replies lack");
        try_changed(w, text, (size_t)(move - text), word, "0,0", "a cell is taken");
        try_changed(w, text, (size_t)(move - text), word, "99,99", "a cell touches nothing");
    }
    const char *winner = strstr(text, "\nwinner ") + strlen("\nwinner ");
    try_changed(w, text, (size_t)(winner - text), 1, *winner == '1' ? "2" : "1",
                "the other side is to win");
    try_changed(w, text, 0, 8, "Ludoteca", "it is something else");
    try_changed(w, text, size, 0, "1 0,0\n", "something follows");
    const char *root = strstr(text, "\nroot ") + strlen("\nroot ");
    try_changed(w, text, (size_t)(root - text), strcspn(root, "\n"), "0", "it begins nowhere");
}

/* Any byte may be anything: nothing but a refusal or a proof that holds may come of it. */
static void spoil_at_random(Walk *w, const char *text)
{
    size_t size = strlen(text);
    char *changed = malloc(size + 1);
    for (int i = 0; i < 20; i++) {
        LudProofReport report;
        LudError err;
        strcpy(changed, text);
        size_t at = lud_random_below(&w->random, (uint32_t)size);
        changed[at] = (char)lud_random_below(&w->random, 256);
        lud_proof_verify(changed, size, &report, &err);
    }
    free(changed);
}

/* -- positions ------------------------------------------------------------------------------------
 */

static void note_fault(Walk *w, const LudState *s, const LudError *err)
{
    char message[512];
    lud_error_text(err, NULL, message, sizeof message);
    tap_fault(&w->faults, w->game, s, "%s", message);
}

/* Whether there is a forced win; how long that took counts if there is. */
static bool is_won(Walk *w, const LudState *s)
{
    LudForcedWin win;
    uint64_t nodes;
    LudForcingTask task = {.attacks = LUD_FORCING_SIEGE,
                           .side = w->game->rules.turn(s),
                           .nodes = (uint64_t)tap_chosen(2000, 10000, 1000000),
                           .memory = w->memory,
                           .memory_bytes = MEMORY};
    memset(w->memory, 0, MEMORY);
    double begun = cpu_seconds();
    LudForced found = w->game->forcing->seek(s, &task, &win, &nodes);
    w->won += found == LUD_FORCED_WIN;
    w->none += found == LUD_FORCED_NONE;
    w->open += found == LUD_FORCED_UNKNOWN;
    w->slow += found == LUD_FORCED_WIN && cpu_seconds() - begun > 1;
    return found == LUD_FORCED_WIN;
}

static void try_position(Walk *w, const LudState *s)
{
    LudSolveTask task = {.size = sizeof task,
                         .root = s,
                         .nodes = 3000000, /* a third of them for a forced win */
                         .memory_bytes = (size_t)4 * MEMORY,
                         .has_certificate = true};
    LudSolution solution;
    LudProofReport report;
    LudError err;
    if (!is_won(w, s))
        return;
    if (lud_solve(&w->rules, &task, &solution, &err) != LUD_OK || !solution.certificate) {
        w->unwritten++;
        return;
    }
    size_t length = strlen(solution.certificate);
    w->bytes += length;
    if (lud_proof_verify(solution.certificate, length, &report, &err) != LUD_OK)
        note_fault(w, s, &err);
    else if (abs(lud_value_plies(solution.line.value)) < report.plies)
        tap_fault(&w->faults, w->game, s, "%d plies instead of %d", report.plies,
                  abs(lud_value_plies(solution.line.value)));
    else if (report.positions < 5000 && w->tampered < 20000) {
        spoil(w, solution.certificate);
        spoil_at_random(w, solution.certificate);
    }
    lud_free(solution.certificate);
}

/* A game of a quick player after a few random moves; positions from one ply to before another. */
static void play_game(Walk *w, int wanted, int first, int end)
{
    LudState s;
    LudMove list[LUD_MAX_MOVES];
    LudFindings findings;
    LudError err;
    lud_rules_start(&w->rules, &s);
    for (int ply = 0; ply < end && w->game->rules.turn(&s) >= 0; ply++) {
        LudTask task = {.size = sizeof task, .root = &s, .limits = {.nodes = 300}};
        int count = w->game->rules.moves(&s, list);
        LudMove m = list[lud_random_below(&w->random, (uint32_t)count)];
        if (ply >= first && (w->won < wanted || w->none < wanted))
            try_position(w, &s);
        if (ply >= 5 && lud_search_run(w->search, &task, &findings, &err) == LUD_OK)
            m = findings.lines[0].move[0];
        w->game->rules.apply(&s, m);
    }
}

/* Along games until enough positions with a forced win and without one were met. */
static void walk(Walk *w, const char *round, int wanted, int first, int end)
{
    w->won = w->none = w->open = w->slow = 0;
    w->bytes = 0;
    while (w->won < wanted || w->none < wanted)
        play_game(w, wanted, first, end);
    tap_note("%s round: %d positions with a forced win, %d without, %d open; %zu bytes of "
             "certificates",
             round, w->won, w->none, w->open, w->bytes);
    tap_report(100 * w->slow <= w->won || tap_is_short(),
               "those of the %s round are found within a second (%d not)", round, w->slow);
}

int main(void)
{
    enum { FIRST_ROUND = 38, SECOND_ROUND = 40, GAME = 100 };
    Walk w = {0};
    LudError err;
    LudSearchOptions options = lud_search_options_usual();
    if (lud_rules_parse("six", &w.rules, &err) != LUD_OK ||
        lud_search_new(&w.search, &w.rules, &options, &err) != LUD_OK)
        return 1;
    w.game = w.rules.game;
    lud_random_seed(&w.random, 2026);
    w.memory = aligned_alloc(64, MEMORY);
    if (!w.memory)
        return 1;
    walk(&w, "first", tap_chosen(2, 10, 500), 6, FIRST_ROUND);
    walk(&w, "second", tap_chosen(1, 4, 300), SECOND_ROUND, GAME);
    tap_report(w.faults == 0, "every certificate holds, within the plies that were foretold");
    tap_report(w.unwritten == 0, "every win has one");
    tap_report(w.tampered > 0 && w.accepted == 0, "%d changed certificates are refused",
               w.tampered);
    lud_search_free(w.search);
    free(w.memory);
    return tap_finish();
}
