/* The book of Six: keys do not change when the board is turned, reflected or moved, or the colours
 * are exchanged; what the book says is found again by searching, or follows from what it says of
 * the positions after; and the engine tells of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/ludoteca.h>

#include "core/forcing.h"
#include "games/six/six_board.h"
#include "support/tap.h"

/* Another image of a position may take several times what tools/book had for it. */
enum { MEMORY = 1 << 24, NODES = 4000000 };

typedef struct Walk {
    LudRules rules;
    const LudGame *game;
    LudRandom random;
    void *memory;
    int known, lost, faults_keys, faults_values, keys_equal;
} Walk;

/* -- keys ----------------------------------------------------------------------------------------
 */

static void write_tiles(const SixState *s, int side, int symmetry, char letter, char *text)
{
    char *at = text + sprintf(text, "%c:", letter);
    for (int x = 0; x < SIX_ROWS; x++) {
        for (int y = 0; y < 64; y++) {
            int q = symmetry >= 6 ? y : x, r = symmetry >= 6 ? x : y;
            if (!(s->tiles[side].row[x] >> y & 1))
                continue;
            for (int i = 0; i < symmetry % 6; i++) {
                int other = -r;
                r = q + r;
                q = other;
            }
            at += sprintf(at, "%s%d,%d", at == text + 2 ? "" : ";", q + 40 * symmetry, r - 7);
        }
    }
}

/* The same tiles turned and elsewhere, with colours exchanged if wanted. */
static bool make_image(const Walk *w, const LudState *state, int symmetry, bool is_swapped,
                       LudState *image)
{
    const SixState *s = (const SixState *)(const void *)state;
    char red[400], black[400], text[LUD_STATE_TEXT];
    LudError err;
    write_tiles(s, is_swapped ? SIX_BLACK : SIX_RED, symmetry, 'r', red);
    write_tiles(s, is_swapped ? SIX_RED : SIX_BLACK, symmetry, 'b', black);
    snprintf(text, sizeof text, "%s %s %d-%d %c", red, black, s->hand[is_swapped],
             s->hand[!is_swapped], (s->side ^ (int)is_swapped) == SIX_RED ? 'r' : 'b');
    return w->game->text.state_parse(image, &w->rules.options, text, 0, &err) == LUD_OK;
}

static void try_keys(Walk *w, const LudState *s)
{
    const LudGameForcing *forcing = w->game->forcing;
    uint64_t key = forcing->symmetric_key(s);
    LudState image, next = *s;
    LudMove list[LUD_MAX_MOVES];
    for (int i = 0; i < 24; i++) {
        if (!make_image(w, s, i / 2, i % 2, &image) || forcing->symmetric_key(&image) != key)
            tap_fault(&w->faults_keys, w->game, s, "image %d has another key", i);
    }
    w->game->rules.moves(s, list);
    w->game->rules.apply(&next, list[0]);
    w->keys_equal += forcing->symmetric_key(&next) == key;
}

/* -- values --------------------------------------------------------------------------------------
 */

static bool is_found(const Walk *w, const LudState *s)
{
    LudForcedWin win;
    uint64_t nodes;
    LudForcingTask task = {.attacks = LUD_FORCING_SIEGE,
                           .side = w->game->rules.turn(s),
                           .nodes = NODES,
                           .memory = w->memory,
                           .memory_bytes = MEMORY};
    return w->game->forcing->seek(s, &task, &win, &nodes) == LUD_FORCED_WIN;
}

/* Whether what the book says of the positions after shows what it says of this one. */
static bool follows(const Walk *w, const LudState *s, int plies)
{
    LudMove list[LUD_MAX_MOVES];
    int count = w->game->rules.moves(s, list), won = 0, lost = 0;
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        int after;
        w->game->rules.apply(&next, list[i]);
        bool is_known = w->game->forcing->known(&next, &after);
        lost += is_known && after < 0 && -after < plies;
        won += is_known ? after > 0 && after < -plies : plies < 0 && is_found(w, &next);
    }
    return plies > 0 ? lost > 0 : won == count;
}

static void try_position(Walk *w, const LudState *s)
{
    int plies;
    if (!w->game->forcing->known(s, &plies))
        return;
    w->known++;
    w->lost += plies < 0;
    if (!follows(w, s, plies) && (plies < 0 || !is_found(w, s)))
        tap_fault(&w->faults_values, w->game, s, "it is not so within %d plies", plies);
}

/* -- the engine ----------------------------------------------------------------------------------
 */

/* A move after which the book knows that the other side wins is told to lose. */
static bool engine_tells(const Walk *w, const LudState *before, LudMove m)
{
    LudEngine *engine = NULL;
    LudPlay *play = NULL;
    LudFindings findings;
    LudError err;
    LudEngineOptions options = {.size = sizeof options, .threads = 1, .memory_bytes = 1 << 22};
    LudLimits limits = {.nodes = 2000};
    bool is_told = false;
    if (lud_engine_new(&engine, &w->rules, &options, &err) == LUD_OK &&
        lud_play_new(&play, &w->rules, before, &err) == LUD_OK &&
        lud_engine_analyse(engine, play, &limits, 0, NULL, &findings, &err) == LUD_OK) {
        for (int i = 0; i < findings.line_count; i++) {
            const LudLine *line = &findings.lines[i];
            is_told |= line->move[0] == m && line->is_proven && line->value <= -LUD_VALUE_WON;
        }
    }
    lud_play_free(play);
    lud_engine_free(engine);
    return is_told;
}

int main(void)
{
    Walk w = {0};
    LudError err;
    int plies, wanted = tap_chosen(3, 20, 600), told = 0, asked = 0;
    if (lud_rules_parse("six", &w.rules, &err) != LUD_OK)
        return 1;
    w.game = w.rules.game;
    w.memory = aligned_alloc(64, MEMORY);
    memset(w.memory, 0, MEMORY);
    lud_random_seed(&w.random, 6);
    while (w.known < wanted) {
        LudState s, before;
        LudMove list[LUD_MAX_MOVES], m = LUD_NO_MOVE;
        lud_rules_start(&w.rules, &s);
        int length = 3 + (int)lud_random_below(&w.random, 3);
        for (int i = 0; i < length; i++) {
            before = s;
            int count = w.game->rules.moves(&s, list);
            m = list[lud_random_below(&w.random, (uint32_t)count)];
            w.game->rules.apply(&s, m);
        }
        if (w.known < 5)
            try_keys(&w, &s);
        try_position(&w, &s);
        if (asked < 3 && w.game->forcing->known(&s, &plies) && plies > 0) {
            asked++;
            told += engine_tells(&w, &before, m);
        }
    }
    tap_note("%d positions of the book, %d of them lost", w.known, w.lost);
    tap_report(w.faults_keys == 0 && w.keys_equal == 0, "keys are those of the shape alone");
    tap_report(w.faults_values == 0, "values are found again");
    tap_report(told == asked, "the engine tells which moves lose (%d of %d)", told, asked);
    free(w.memory);
    return tap_finish();
}
