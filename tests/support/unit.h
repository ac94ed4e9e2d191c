/* What the unit tests share: cmocka, and games made and judged by text. */
#ifndef LUD_TESTS_UNIT_H
#define LUD_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <ludoteca/ludoteca.h>

/* A game by these rules from `position` (NULL: the start); for lud_play_free. */
LudPlay *unit_play(const char *rules, const char *position);
/* Plays words separated by spaces, all of which must be accepted. */
void unit_play_words(LudPlay *play, const char *words);
/* One random move or roll. */
void unit_play_random(LudPlay *play, LudRandom *random);

void unit_expect_position(const LudPlay *play, const char *wanted);
/* The score (or points) and the reason; "*" and NONE while the game goes on. */
void unit_expect_result(const LudPlay *play, const char *wanted, LudReason reason);
void unit_expect_message(const LudError *err, LudStatus status, const char *words);

#endif
