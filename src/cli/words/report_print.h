/* A report of reviewed games in the terminal: what each gave away, and the players in sum. */
#ifndef LUD_CLI_WORDS_REPORT_PRINT_H
#define LUD_CLI_WORDS_REPORT_PRINT_H

#include <ludoteca/game_report.h>

/* One game, under its number and title. */
void report_print_game(int number, const char *title, const LudPlay *play, const LudReview *review,
                       const char *const names[LUD_MAX_SEATS]);
/* All players of all games. */
void report_print_players(const LudReport *report);

#endif
