/* One online game: what its events have made of it.
 *
 * An event is JSON, as it is stored and told. Taking the same events one after the other always
 * leads to the same game, so what is in memory is only a copy of what the store holds. */
#ifndef LUD_ONLINE_ONLINE_GAME_H
#define LUD_ONLINE_ONLINE_GAME_H

#include <ludoteca/match.h>

#include "online/fair_terms.h"
#include "store/store.h"
#include "wire/json_reader.h"
#include "wire/time_control.h"

enum {
    ONLINE_NAME = 161, /* bytes of a name of forty characters */
    ONLINE_NAME_CHARACTERS = 40,
    ONLINE_COMPUTER = 64, /* bytes of what a computer player is called */
    ONLINE_NOBODY = -1,
};

typedef enum OnlinePlayerKind { PLAYER_PERSON, PLAYER_OPEN, PLAYER_COMPUTER } OnlinePlayerKind;

/* Numbered from 0 in the order of creation. */
typedef struct OnlinePlayer {
    OnlinePlayerKind kind;
    bool was_open; /* a person who joined */
    char name[ONLINE_NAME], computer[ONLINE_COMPUTER];
    bool has_commitment, has_secret;
    FairSecret commitment, secret;
    int64_t away_from_ms, away_until_ms; /* the vacation that was taken last */
    int vacation_days;                   /* taken so far */
    int talk; /* events of its own that are neither moves nor needed for play */
    /* Not from events: */
    StorePlayer owner;
    int64_t quiet_ms; /* when it may have said as much at once as ever again */
    int64_t seen_ms;  /* when it was last heard of; 0: never */
    int sockets;
    int told_presence; /* as the watchers were last told */
} OnlinePlayer;

typedef enum OnlineOfferKind {
    OFFER_DRAW,
    OFFER_FINISH,
    OFFER_TAKEBACK,
    OFFER_REMATCH,
    OFFER_KINDS,
} OnlineOfferKind;

typedef struct OnlineOffer {
    bool stands;
    int seat;          /* whose offer it is */
    unsigned accepted; /* a bit for each seat */
} OnlineOffer;

typedef enum OnlineEntryKind { ENTRY_MOVE, ENTRY_ROLL, ENTRY_SKIP } OnlineEntryKind;

/* A ply, as it is told. */
typedef struct OnlineEntry {
    OnlineEntryKind kind;
    int seat;
    char move[LUD_MOVE_TEXT]; /* as it is written; "" if the turn was skipped */
    FairDice dice;            /* of a roll; zeros: none */
    int event;
    int64_t at_ms;
} OnlineEntry;

typedef struct OnlineGame {
    char id[STORE_ID_TEXT];
    StorePhase phase;
    LudMatch match; /* rules; who sits where; the series */
    LudPlay *play;  /* at its start position until it begins */
    OnlinePlayer players[LUD_MAX_SEATS];
    TimeControl time;
    bool is_public, draws_lots, rolls_off, shares_dice;
    int games; /* of the series; 0: as many as they like */
    char previous[STORE_ID_TEXT], next[STORE_ID_TEXT];
    FairSecret server; /* not from events */
    FairSecret commitment;
    FairSource source; /* once it has begun */
    int rolls;         /* drawn so far */
    OnlineOffer offers[OFFER_KINDS];
    int64_t created_ms, changed_ms;
    int64_t turn_ms;                 /* when the turn that runs began */
    int64_t told_ms;                 /* when the play was last told the time */
    int64_t clock_ms[LUD_MAX_SEATS]; /* as of then */
    OnlineEntry *entries;            /* of the play: its plies as far as events have told them */
    int entry_count, entry_capacity;
    int last_event, takeback_event; /* numbers; 0: there was none */
} OnlineGame;

OnlineGame *online_game_new(const char *id, const FairSecret *server);
void online_game_free(OnlineGame *game);

/* Takes an event that the store holds; false if it makes no sense, which only damage explains. */
bool online_take(OnlineGame *game, const JsonValue *event);
/* The same for its text, which is copied. */
bool online_take_text(OnlineGame *game, const char *body, size_t size);

/* Starts the clock of whose turn it is, after events were taken from the store: time before
 * `since_ms` is not charged. */
void online_wake(OnlineGame *game, int64_t since_ms, int64_t now_ms);

/* The player on a seat; the seat of a player. */
int online_player_at(const OnlineGame *game, int seat);
int online_seat_of(const OnlineGame *game, int player);
/* The seat to move or roll, ONLINE_NOBODY unless it is being played. */
int online_active_seat(const OnlineGame *game);
bool online_awaits_roll(const OnlineGame *game);
/* Whether the rules leave something to chance, or lots or throws decide. */
bool online_draws(const OnlineGame *game);
/* Whether everyone's part is still to come. */
bool online_lacks_parts(const OnlineGame *game, bool of_commitments);
/* The player whose token or key this is, or ONLINE_NOBODY. */
int online_find_player(const OnlineGame *game, const char *token);
/* When the move is due, of games over days that are being played; else 0. Vacation does not count.
 */
int64_t online_due_ms(const OnlineGame *game);
/* Whoever is away for so long has left. */
int64_t online_patience_ms(const OnlineGame *game);
const char *online_offer_name(OnlineOfferKind kind);
/* OFFER_KINDS if it is none. */
OnlineOfferKind online_offer_find(const char *name);

/* Tells the play the time. The seat whose clock ran out thereby, or ONLINE_NOBODY. */
int online_tell_time(OnlineGame *game, int64_t now_ms);
/* Whether it would find that a clock has run out. */
bool online_is_time_up(const OnlineGame *game, int64_t now_ms);
/* Has the clock of a game run on that others decide about: no seat is dropped. */
void online_show_time(OnlineGame *game, int64_t now_ms);
const char *online_entry_name(OnlineEntryKind kind);
/* Notes the ply that was played last; false when out of memory. */
bool online_note_entry(OnlineGame *game, int ply, const OnlineEntry *entry);
/* Whether a seat's side is out of the game, or ended it by going. */
bool online_is_dropped(const OnlineGame *game, int seat);

/* What the draws of the game are for; the same in words. */
void online_terms(const OnlineGame *game, FairTerms *terms);
void online_print_terms(const OnlineGame *game, char text[FAIR_TERMS_TEXT]);
/* Has the parts of all who take part ready to draw from. */
void online_mix(OnlineGame *game);
/* Who sits where and begins, as drawn: fills in the match. How many throws that took. */
int online_draw_seats(OnlineGame *game, FairThrow throws[FAIR_THROWS]);
/* The next roll: its dice, and the outcome that they are. */
LudMove online_draw_roll(const OnlineGame *game, FairDice *dice);

#endif
