/* What the reviews of one game or many say of their players. */
#ifndef LUDOTECA_GAME_REPORT_H
#define LUDOTECA_GAME_REPORT_H

#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct LudReport LudReport; /* opaque */

/* Moves are those with a choice. */
typedef struct LudPlayerReport {
    const char *name;
    int games, won, drawn, lost; /* games that were not finished count only in `games` */
    int moves, best, good, inaccuracies, mistakes, blunders;
    double loss; /* of the chance to win, in sum */
    /* Moves whose outcome under perfect play is certain, those that kept it, and what the others
     * lost: points of the score, or halves of a game. */
    int exact, exact_kept, exact_lost;
    int gifts;
} LudPlayerReport;

/* A win or lead that was given away. */
typedef struct LudGiftReport {
    int game; /* in the order in which they were added, from 0 */
    int ply;  /* index in that game */
    int player;
    LudGift gift;
    double loss;                  /* of the chance to win */
    bool is_exact;                /* then also what was certain: */
    int exact_best, exact_played; /* as in LudJudgement */
    char move[LUD_MOVE_TEXT], best[LUD_MOVE_TEXT];
} LudGiftReport;

/* A report of no game, for lud_report_free. */
LUD_API LudStatus lud_report_new(LudReport **report, const LudGame *game, LudError *err);
LUD_API void lud_report_free(LudReport *report);
/* Adds a game that was reviewed; `names` are those who played, by seat, each its own player however
 * many games he is in. LUD_ENOTNOW: it is another game. */
LUD_API LudStatus lud_report_add(LudReport *report, const LudPlay *play, const LudReview *review,
                                 const char *const names[LUD_MAX_SEATS], LudError *err);
LUD_API const LudGame *lud_report_game(const LudReport *report);
LUD_API int lud_report_games(const LudReport *report);
/* Whoever played, in the order in which they first did. */
LUD_API int lud_report_player_count(const LudReport *report);
LUD_API const LudPlayerReport *lud_report_player(const LudReport *report, int index);
/* Gifts by game and ply. */
LUD_API int lud_report_gift_count(const LudReport *report);
LUD_API const LudGiftReport *lud_report_gift(const LudReport *report, int index);
/* The players' moves as bars, in the language of `translate` (NULL: English), for lud_free; NULL
 * when out of memory. */
LUD_API char *lud_report_svg(const LudReport *report, const char *title, LudTranslate translate);

#ifdef __cplusplus
}
#endif
#endif
