/* The fast rules against the plain ones in tests/reference: the whole listing of legal moves, with
 * what each leads to, for many thousands of positions; and which texts are positions at all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/listing.h>

#include "reference/reference.h"
#include "support/game_rows.h"
#include "support/tap.h"
#include "support/variants.h"

typedef bool (*Reference)(const char *options, const char *position, char *out, size_t size);

typedef struct Walk {
    LudRules rules;
    char options[VARIANT_TEXT];
    Reference reference;
    LudRandom random;
    int positions; /* compared */
    int texts;     /* damaged texts that were judged */
    int faults;
} Walk;

static char plain_listing[REF_TEXT];

static int below(Walk *w, int bound)
{
    return (int)lud_random_below(&w->random, (uint32_t)bound);
}

/* -- comparing -----------------------------------------------------------------------------------
 */

/* Shows the first line in which the listings differ. */
static void show_difference(const char *position, const char *fast)
{
    const char *plain = plain_listing;
    while (*fast && *plain) {
        size_t length = strcspn(fast, "\n");
        if (length != strcspn(plain, "\n") || memcmp(fast, plain, length) != 0)
            break;
        fast += length + 1;
        plain += length + 1;
    }
    tap_note("position   %s\nfast       %.*s\nreference  %.*s", position, (int)strcspn(fast, "\n"),
             fast, (int)strcspn(plain, "\n"), plain);
}

static void compare_listings(Walk *w, const LudState *s, const char *text)
{
    w->positions++;
    LudListing listing = {0};
    char *fast = NULL;
    if (lud_listing_of_state(&w->rules, s, &listing, NULL) == LUD_OK)
        fast = lud_listing_print(&listing);
    lud_listing_free(&listing);
    if (!w->reference(w->options, text, plain_listing, sizeof plain_listing)) {
        w->faults++;
        tap_note("the reference refuses %s", text);
    } else if (!fast || strcmp(fast, plain_listing) != 0) {
        w->faults++;
        show_difference(text, fast ? fast : "");
    }
    lud_free(fast);
}

static void compare_position(Walk *w, const LudState *s)
{
    char text[LUD_STATE_TEXT];
    w->rules.game->text.state_print(s, text);
    compare_listings(w, s, text);
}

/* -- damaged texts -------------------------------------------------------------------------------
 */

/* Changes one to three bytes, mostly to others that occur in positions. */
static void damage(Walk *w, char *text)
{
    static const char likely[] = "0123456789-,;:/|. rbwgSN14";
    size_t length = strlen(text);
    for (int times = 1 + below(w, 3); times > 0 && length > 1; times--) {
        char *at = text + below(w, (int)length);
        char byte = likely[below(w, (int)sizeof likely - 1)];
        switch (below(w, 4)) {
        case 0:
            memmove(at, at + 1, strlen(at));
            length--;
            break;
        case 1:
            if (length + 2 < LUD_STATE_TEXT) {
                memmove(at + 1, at, strlen(at) + 1);
                *at = byte;
                length++;
            }
            break;
        case 2:
            *at = text[below(w, (int)length)];
            break;
        default:
            *at = byte;
        }
    }
}

static void compare_damaged(Walk *w, const LudState *s)
{
    char text[LUD_STATE_TEXT];
    LudState read;
    w->rules.game->text.state_print(s, text);
    damage(w, text);
    w->texts++;
    bool is_read =
        w->rules.game->text.state_parse(&read, &w->rules.options, text, 0, NULL) == LUD_OK;
    if (is_read) {
        compare_listings(w, &read, text);
    } else if (w->reference(w->options, text, plain_listing, sizeof plain_listing)) {
        w->faults++;
        tap_note("only the reference accepts %s", text);
    }
}

/* -- walking -------------------------------------------------------------------------------------
 */

/* A random move. Half of the time the longest-written of three, for the rare ones (recoveries,
 * lifts, choices of group) have the longest text; and a few draws are spent on not ending the
 * game. */
static LudMove choose(Walk *w, const LudState *s, const LudMove *list, int count)
{
    const LudGame *game = w->rules.game;
    LudMove chosen = list[0];
    for (int tries = 0; tries < 4; tries++) {
        chosen = list[below(w, count)];
        int longest = 0;
        for (int i = 0; i < 3 && tries % 2 == 0; i++) {
            char text[LUD_MOVE_TEXT];
            LudMove m = list[below(w, count)];
            int length = game->text.move_print(s, m, text);
            if (length > longest) {
                longest = length;
                chosen = m;
            }
        }
        LudState next = *s;
        game->rules.apply(&next, chosen);
        if (game->rules.turn(&next) != LUD_OVER)
            break;
    }
    return chosen;
}

static void walk_game(Walk *w, LudState *s, int plies)
{
    static LudMove list[LUD_MAX_MOVES];
    for (int ply = 0; ply < plies && w->faults < 3; ply++) {
        compare_position(w, s);
        if (below(w, 8) == 0)
            compare_damaged(w, s);
        int count = w->rules.game->rules.moves(s, list);
        if (count == 0)
            break;
        w->rules.game->rules.apply(s, choose(w, s, list, count));
    }
}

static void check_rules(const LudRules *rules, Reference reference, int positions)
{
    static Walk walk;
    uint64_t seed = 0;
    walk = (Walk){.rules = *rules, .reference = reference};
    variants_options(rules, walk.options);
    /* Another story for every variant. */
    for (const char *at = walk.options; *at; at++)
        seed = seed * 31 + (unsigned char)*at;
    lud_random_seed(&walk.random, seed);
    for (int game = 0; walk.positions < positions && walk.faults < 3; game++) {
        LudState s;
        if (game % 4 == 0) {
            lud_rules_start(rules, &s);
            walk_game(&walk, &s, 300);
        } else if (odd_start(rules, &walk.random, &s)) {
            walk_game(&walk, &s, 6);
        }
    }
    tap_report(walk.faults == 0, "%s:%s (%d positions, %d damaged texts)", rules->game->name,
               walk.options, walk.positions, walk.texts);
}

/* 100,000 positions and more in all. */
int main(int argc, char **argv)
{
    for (int i = 0; i < lud_game_count(); i++) {
        const LudGame *game = lud_game_at(i);
        if (argc > 1 && strcmp(argv[1], game->name) != 0)
            continue;
        const GameRows *rows = game_rows(game);
        LudRules variants[VARIANTS_MOST];
        int count = variants_list(game, variants);
        for (int v = 0; v < count; v++)
            check_rules(&variants[v], rows->reference, tap_scaled(rows->reference_positions));
    }
    return tap_finish();
}
