#include <ludoteca/listing.h>

#include <stdlib.h>

#include "base/text.h"

/* While the list grows its text may move, so entries hold offsets until all is written. */
typedef struct Draft {
    Text text;
    LudListing listing;
    size_t *move_at, *position_at;
} Draft;

static bool begin(Draft *draft, int count)
{
    size_t places = count > 0 ? (size_t)count : 1;
    *draft = (Draft){0};
    draft->listing.moves = calloc(places, sizeof draft->listing.moves[0]);
    draft->move_at = calloc(places, sizeof draft->move_at[0]);
    draft->position_at = calloc(places, sizeof draft->position_at[0]);
    return draft->listing.moves && draft->move_at && draft->position_at;
}

static void add(Draft *draft, const LudGame *game, const LudState *before, LudMove move,
                const LudState *after, const LudResult *result)
{
    char move_text[LUD_MOVE_TEXT], position[LUD_STATE_TEXT];
    int i = draft->listing.count++;
    int move_length = game->text.move_print(before, move, move_text);
    int position_length = game->text.state_print(after, position);
    draft->listing.moves[i].result = *result;
    draft->move_at[i] = draft->text.length;
    text_add_bytes(&draft->text, move_text, (size_t)move_length + 1);
    draft->position_at[i] = draft->text.length;
    text_add_bytes(&draft->text, position, (size_t)position_length + 1);
}

static int compare(const void *a, const void *b)
{
    const LudListedMove *left = a, *right = b;
    return strcmp(left->move, right->move);
}

static void drop(Draft *draft)
{
    free(draft->move_at);
    free(draft->position_at);
}

static LudStatus out_of_memory(Draft *draft, LudError *err)
{
    drop(draft);
    text_free(&draft->text);
    free(draft->listing.moves);
    return lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
}

static LudStatus finish(Draft *draft, LudListing *listing, LudError *err)
{
    draft->listing.text = text_take(&draft->text);
    if (!draft->listing.text)
        return out_of_memory(draft, err);
    *listing = draft->listing;
    for (int i = 0; i < listing->count; i++) {
        listing->moves[i].move = listing->text + draft->move_at[i];
        listing->moves[i].position = listing->text + draft->position_at[i];
    }
    qsort(listing->moves, (size_t)listing->count, sizeof listing->moves[0], compare);
    drop(draft);
    return LUD_OK;
}

LudStatus lud_listing_of_state(const LudRules *rules, const LudState *s, LudListing *listing,
                               LudError *err)
{
    const LudGame *game = rules->game;
    LudMove moves[LUD_MAX_MOVES];
    int count = game->rules.turn(s) == LUD_OVER ? 0 : game->rules.moves(s, moves);
    Draft draft;
    if (!begin(&draft, count))
        return out_of_memory(&draft, err);
    for (int i = 0; i < count; i++) {
        LudState after;
        LudResult result;
        lud_state_copy(game, &after, s);
        game->rules.apply(&after, moves[i]);
        lud_state_result(game, &after, &result);
        add(&draft, game, s, moves[i], &after, &result);
    }
    return finish(&draft, listing, err);
}

/* Tries one move in a game and takes it back, with any turns that were skipped after it. */
static LudStatus try_move(Draft *draft, LudPlay *play, LudMove move, LudError *err)
{
    const LudGame *game = lud_play_rules(play)->game;
    int length = lud_play_length(play);
    LudState before;
    lud_state_copy(game, &before, lud_play_state(play));
    LudStatus status = lud_play_move(play, move, err);
    if (status != LUD_OK)
        return status;
    LudResult result;
    lud_play_result(play, &result);
    add(draft, game, &before, move, lud_play_state(play), &result);
    while (status == LUD_OK && lud_play_length(play) > length)
        status = lud_play_undo(play, err);
    return status;
}

LudStatus lud_listing_of_play(const LudPlay *play, LudListing *listing, LudError *err)
{
    LudPlay *copy = lud_play_copy(play);
    if (!copy)
        return lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
    const LudMove *moves;
    LudMove kept[LUD_MAX_MOVES]; /* the game's own list does not outlive a move */
    int count = lud_play_moves(copy, &moves);
    memcpy(kept, moves, (size_t)count * sizeof kept[0]);
    Draft draft;
    LudStatus status = begin(&draft, count) ? LUD_OK : LUD_EMEMORY;
    for (int i = 0; i < count && status == LUD_OK; i++)
        status = try_move(&draft, copy, kept[i], err);
    lud_play_free(copy);
    if (status != LUD_OK)
        return out_of_memory(&draft, err);
    return finish(&draft, listing, err);
}

void lud_listing_free(LudListing *listing)
{
    free(listing->moves);
    free(listing->text);
    *listing = (LudListing){0};
}

char *lud_listing_print(const LudListing *listing)
{
    Text text = {0};
    for (int i = 0; i < listing->count; i++) {
        const LudListedMove *row = &listing->moves[i];
        text_add(&text, row->move);
        text_add(&text, "\t");
        text_add(&text, row->position);
        if (row->result.reason != LUD_REASON_NONE) {
            char result[LUD_RESULT_TEXT];
            lud_result_print_score(&row->result, result);
            text_add(&text, "\t");
            text_add(&text, result);
        }
        text_add(&text, "\n");
    }
    return text_take(&text);
}
