/* Draws that nobody can choose and anybody can check: rolls, throws for the start, lots.
 *
 * Everyone who takes part has a secret of 32 bytes, publishes a commitment to it first and the
 * secret later; the server is the first to commit and the last to reveal. A draw is a function of
 * all secrets, what it is for and its number. docs/DICE.md says why that is enough. */
#ifndef LUD_ONLINE_FAIR_DRAW_H
#define LUD_ONLINE_FAIR_DRAW_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FAIR_BYTES = 32, /* of a secret, and of a commitment */
    FAIR_TEXT = 65,  /* either in hexadecimal digits, with the zero byte */
    FAIR_PARTS = 4,  /* of players, at most */
};

typedef struct FairSecret {
    unsigned char bytes[FAIR_BYTES];
} FairSecret;

typedef struct FairSource {
    unsigned char key[FAIR_BYTES];
} FairSource;

/* A new secret from the system. */
void fair_make(FairSecret *secret);
/* The commitment of `who` ("server", "player 1" …) in a game to a secret; `game` says in words what
 * will be drawn for it (fair_terms.h). */
void fair_commit(const FairSecret *secret, const char *game, const char *who,
                 FairSecret *commitment);
/* Whether two are the same; takes as long either way. */
bool fair_is_same(const FairSecret *one, const FairSecret *other);
/* In lower-case hexadecimal digits, and back; false if it is not 64 of them. */
void fair_print(const FairSecret *secret, char text[FAIR_TEXT]);
bool fair_parse(const char *text, FairSecret *secret);

/* What all draws of a game come from: the server's secret and those of the players, in their order.
 */
void fair_start(FairSource *source, const char *game, const FairSecret *server,
                const FairSecret *parts, int count);
/* The `number`th draw for a purpose ("roll", "throw", "lots"): 0 … `sides` - 1, all equally likely.
 */
uint32_t fair_draw(const FairSource *source, const char *purpose, uint32_t number, uint32_t sides);

#endif
