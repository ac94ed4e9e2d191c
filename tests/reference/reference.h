/* Slow, plain implementations of the games' rules, written separately from src/games and
 * sharing nothing with them, to compare against. */
#ifndef LUD_TESTS_REFERENCE_H
#define LUD_TESTS_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>

enum { REF_TEXT = 1 << 20 };

/* Lists the legal moves of a position, one line each, "MOVE\tPOSITION-AFTER[\tRESULT]\n", sorted
 * bytewise: what `ludoteca moves` prints. An over position gives an empty text. Returns false if
 * the position is refused. `options` is "" or "key=value,key=value"; `out` has `size` bytes. */
bool ref_oware_moves(const char *options, const char *position, char *out, size_t size);
bool ref_pylos_moves(const char *options, const char *position, char *out, size_t size);
bool ref_six_moves(const char *options, const char *position, char *out, size_t size);
bool ref_dados_moves(const char *options, const char *position, char *out, size_t size);

/* Oware's circling seeds, by plain exhaustive search over all positions reachable: whether no
 * capture can ever happen though play can go on for ever; and whether neither side can force one.
 */
bool ref_oware_no_capture(const char *options, const char *position);
bool ref_oware_unforced(const char *options, const char *position);

/* Six, every move of both sides tried: in how many plies, `plies` at most, the player to move wins
 * (or loses, as a negative number) against any play; 0: neither, or the game is over. */
int ref_six_outcome(const char *position, int plies);

#endif
