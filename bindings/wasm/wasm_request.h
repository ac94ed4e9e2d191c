/* What is asked: a list of strings, each written as its length in bytes, a colon, and the bytes.
 * "4:roll5:dados…" begins with the strings `roll` and `dados`. */
#ifndef WASM_REQUEST_H
#define WASM_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ludoteca/json.h>

typedef struct Request {
    const char *at, *end;
} Request;

/* One string; not terminated. */
typedef struct Piece {
    const char *bytes;
    size_t size;
} Piece;

/* The next string; an empty one once there are no more, or what follows is no string. */
Piece request_piece(Request *request);
/* The next string as a whole number, 0 if it is none. */
int64_t request_number(Request *request);
/* The next string, terminated; cut if it is longer than `size` allows. */
void request_text(Request *request, char *text, size_t size);
bool request_has_more(const Request *request);

/* -- the game that every request brings along -------------------------------------------------- */

/* Takes the strings that describe a game and replays it: its name, a position or "", "fragment" or
 * "", the seat that starts, from 1, or "", the number of endings with a plies number, a kind and a
 * seat or 0 each, and the number of plies with these. What was asked last is kept, so that a game
 * that went on costs only its new plies. The game belongs to this module until the next request. */
LudStatus request_play(Request *request, LudPlay **play, LudError *err);
/* Takes the name of a game with its options. */
LudStatus request_rules(Request *request, LudRules *rules, LudError *err);
/* The engine that is kept, for these rules. */
LudStatus wasm_engine(const LudRules *rules, LudEngine **engine, LudError *err);

/* -- answers ----------------------------------------------------------------------------------- */

/* Each answers one kind of request with JSON for lud_free, or fills `err`. NULL with LUD_OK is: out
 * of memory. */
typedef LudStatus Answer(Request *request, char **answer, LudError *err);
Answer wasm_games, wasm_prose, wasm_situation, wasm_preview, wasm_roll, wasm_read_move;
Answer wasm_answers;
Answer wasm_read_records, wasm_write_record, wasm_next_game, wasm_moves;
Answer wasm_choose, wasm_hint, wasm_analyse, wasm_review, wasm_hold_tables, wasm_bench;
Answer wasm_missing, wasm_hold_weights, wasm_hold_strategy;
Answer wasm_expect, wasm_wanted, wasm_bring, wasm_give_up, wasm_probe;

#endif
