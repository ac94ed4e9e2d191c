/* What the hall holds; shared by the files that implement hall.h. Everything but the inbox and the
 * desk of the computer players belongs to the hall's thread. */
#ifndef LUD_ONLINE_HALL_OBJECT_H
#define LUD_ONLINE_HALL_OBJECT_H

#include <pthread.h>

#include "base/background.h"
#include "online/hall.h"
#include "online/online_game.h"
#include "online/online_json.h"

enum { HALL_SLOTS = 16384, CREATOR_SLOTS = 4096, HALL_CODE = 33 };

/* A game in memory, and those who watch it. */
typedef struct Place {
    char id[STORE_ID_TEXT];
    OnlineGame *game; /* NULL: to be read from the store again */
    HallWatcher *watchers;
    int watcher_count, seated;  /* of whom so many have a seat */
    int told_spectators;        /* how many others there were, as the watchers were last told */
    int64_t told_spectators_ms; /* and when that was */
    bool is_changed;            /* in this batch */
    bool has_new_owners;        /* likewise: of its players */
    bool is_thinking;           /* a computer player is */
    StorePhase noted_phase;     /* what those who are away were told: */
    int noted_seat;
    bool noted_offer;
    int64_t used_ms;    /* when it was last asked for */
    struct {            /* among several servers: hall_house.c */
        uint64_t batch; /* in which this was last found out: */
        StoreHolding holding;
        int64_t fence, said_ms;        /* as a claim has it */
        char owner[STORE_SERVER_TEXT]; /* where it is elsewhere */
        bool is_mirror;                /* `game` is only followed here */
        bool is_followed;
        int64_t looked_ms,
            told_ms; /* when its events were last compared; when its visitors were told */
        struct Visitors *visitors; /* of other servers, or NULL */
    } house;
    struct Place *next; /* of the same slot */
    struct Place *next_changed;
} Place;

/* Something to tell once the batch is durable. */
typedef struct Delivery {
    Place *place;         /* whose watchers are told, or */
    HallWatcher *watcher; /* only this one */
    HallNews *news;
    int event;       /* its number; 0: it is none */
    bool is_durable; /* whatever becomes of this batch */
} Delivery;

/* What an address has asked for lately. */
typedef struct Creator {
    uint64_t sender;
    int64_t since_ms;
    int spent;
} Creator;

typedef struct Desk Desk; /* where computer players think */

struct Hall {
    HallSettings settings;
    Store *store;
    Background *thread;
    int64_t boot_ms,
        boot_us; /* when it was opened, by the calendar and by a clock that only grows */

    pthread_mutex_t lock; /* of the inbox and the figures */
    pthread_cond_t filled;
    HallItem *first, *last;
    bool is_closing;
    HallFigures figures; /* as they were after the last batch */

    HallFigures counted;
    int64_t now_ms;  /* of this batch */
    int64_t able_ms; /* since when moves can be taken: before that nobody's clock ran */
    bool has_begun, has_failed;
    bool is_unsure; /* whether what has failed was done: a store that is far away did not answer */
    Place *slots[HALL_SLOTS];
    Place *changed; /* in this batch */
    int place_count, watcher_count;
    int unended; /* games that are not over, in the store: counted now and then, and kept up */
    Delivery *deliveries;
    int delivery_count, delivery_capacity;
    int64_t batch_events;
    HallItem *answered;    /* calls of this batch, the last first */
    HallItem *later;       /* calls that are to be tried again in a moment */
    HallWatcher *released; /* watchers that are to be told that they are gone, by `behind` */
    Creator creators[CREATOR_SLOTS];
    int64_t warned_ms, pruned_ms, tidied_ms;
    int64_t looked_ms; /* when clocks and presences were last looked at */
    Desk *desk;
    uint64_t batch;      /* its number */
    bool by_force;       /* what is being done takes the game whoever has it */
    bool is_catching_up; /* everything is compared with the store once */
    int64_t renewed_ms, adopted_ms;
};

/* The object whose member `item` this is. */
#define HALL_OWNER(type, member, pointer)                                                          \
    ((type *)(void *)((char *)(pointer)-offsetof(type, member)))

/* Adds to the inbox, from any thread. */
void hall_post(Hall *hall, HallItem *item, void (*handle)(Hall *hall, HallItem *item));
/* Milliseconds since 1970. */
int64_t hall_tell_time(const Hall *hall);

/* -- places: hall_places.c --------------------------------------------------------------------- */

/* The place of a game, read from the store if need be. HALL_DONE, HALL_NO_GAME, HALL_NO_STORE. */
HallOutcome hall_find(Hall *hall, const char *id, Place **place);
/* The same without the store; NULL if there is none. */
Place *hall_find_in_memory(Hall *hall, const char *id);
/* An empty place for a game that has none; NULL when out of memory. */
Place *hall_make_place(Hall *hall, const char *id);
/* Reads the game of a place from the store: HALL_DONE, HALL_NO_GAME, HALL_NO_STORE, HALL_BROKEN. */
HallOutcome hall_read_place(Hall *hall, Place *place);
/* A place for a new game, which becomes the hall's; NULL when out of memory. */
Place *hall_add_place(Hall *hall, OnlineGame *game);
/* Forgets what was not committed. */
void hall_forget(Hall *hall, Place *place);
/* The same for one that may have watchers, who have to come again. */
void hall_give_up(Hall *hall, Place *place);
/* Lets go of games that nobody has asked for lately and that need nothing. */
void hall_tidy(Hall *hall);
void hall_free_places(Hall *hall);

/* -- batches: hall_batch.c --------------------------------------------------------------------- */

/* Makes sure that a batch is open; false if it has failed. */
bool hall_begin(Hall *hall);
/* Opens an event; its members follow. */
void hall_event_open(Hall *hall, Json *json, const Place *place, const char *type);
/* Ends it: the game takes it, the store gets it, watchers will be told. */
void hall_event_close(Hall *hall, Json *json, Place *place);
/* Puts a new game into the batch, before its first event. */
void hall_put_new(Hall *hall, Place *place);
/* Has watchers told once the batch is durable: all of the place, or only one of them. `event` is
 * its number, 0 if it is none. */
void hall_deliver(Hall *hall, Place *place, HallWatcher *watcher, const Text *text, int event);
/* Makes the batch durable, then answers and tells. */
void hall_commit(Hall *hall);

/* -- deeds: hall_deeds.c and others ------------------------------------------------------------ */

/* If a deed leaves no answer of its own, the game as it stands is the answer. */

/* A call that is being carried out. */
typedef struct Deed {
    Hall *hall;
    HallCall *call;
    Place *place;
    OnlineGame *game;
    int player, seat; /* who calls, or ONLINE_NOBODY */
    JsonTree tree;
    const JsonValue *body; /* an object, or NULL if there is none */
    bool is_elsewhere;     /* another server has the game, which is only looked at here */
    bool tells_tokens;     /* of the players, which no one can be told again */
    char tokens[LUD_MAX_SEATS][TOKEN_TEXT];
} Deed;

void hall_perform(Hall *hall, HallItem *item);
/* Fails a deed with a sentence. */
HallOutcome deed_fail(Deed *deed, HallOutcome outcome, const char *sentence);
/* Fails a call because what it was about is not in the store. */
HallOutcome hall_fail_unkept(HallCall *call);
/* The same where it may be there all the same. */
HallOutcome hall_fail_unsure(HallCall *call);
/* Answers with a text for lud_free; NULL: there was no memory for one. */
HallOutcome deed_answer(Deed *deed, char *answer);
/* Answers with lists that were written, and may have been read in part only. */
HallOutcome deed_answer_list(Deed *deed, Json *json, bool is_read);
/* A text of the body within `most` bytes; false, after failing, if it is something else. `text` is
 * NULL where there is none. */
bool deed_text(Deed *deed, const char *name, size_t most, const char **text);
/* What lasts in the store costs something, of which every address has so much an hour; false, after
 * failing, if it has spent that. */
enum { COST_GAME = 1, COST_SEAT = 1, COST_PROFILE = 1, COST_REPORT = 1, COST_MAIL = 10 };
bool deed_spend(Deed *deed, int cost);
/* A name of a person: neither too long nor with characters that can't be shown. */
bool deed_is_name(const char *name);

HallOutcome deed_create(Deed *deed);
HallOutcome deed_list(Deed *deed);
HallOutcome deed_mine(Deed *deed);
HallOutcome deed_look(Deed *deed);
HallOutcome deed_record(Deed *deed);
HallOutcome deed_join(Deed *deed);
HallOutcome deed_sit(Deed *deed);
HallOutcome deed_dice(Deed *deed);
HallOutcome deed_move(Deed *deed);
HallOutcome deed_resign(Deed *deed);
HallOutcome deed_offer(Deed *deed);
HallOutcome deed_accept(Deed *deed);
HallOutcome deed_decline(Deed *deed);
HallOutcome deed_claim(Deed *deed);
HallOutcome deed_chat(Deed *deed);
HallOutcome deed_vacation(Deed *deed);
HallOutcome deed_report(Deed *deed);
HallOutcome deed_profile(Deed *deed);
HallOutcome deed_confirm(Deed *deed);
HallOutcome deed_forget_push(Deed *deed);

/* -- the course of a game: hall_course.c ------------------------------------------------------- */

/* Does what follows by itself: begins, rolls for computers and has them think, ends, begins the
 * next game of a series. */
void hall_advance(Hall *hall, Place *place);
/* Plays a move that is legal, or the roll that is due, and tells of it. */
LudStatus hall_play(Hall *hall, Place *place, const char *move, LudError *err);
void hall_roll(Hall *hall, Place *place);
/* A seat gave up, ran out of time, or left. */
void hall_drop(Hall *hall, Place *place, int seat, LudReason reason);
/* Ends a turn whose clock has run out. */
void hall_check_clock(Hall *hall, Place *place);
/* The same, where the clock of another server's game only runs on. The place's game may turn out to
 * be gone. */
void hall_keep_clock(Hall *hall, Place *place);
/* A new game with the same players. */
void hall_begin_next(Hall *hall, Place *place);
/* Tells of presences that have changed, of everybody if `place` is NULL; keeps clocks. */
void hall_look_around(Hall *hall);
void hall_tell_presence(Hall *hall, Place *place, int player);

/* -- persons and notices: hall_persons.c, hall_notices.c --------------------------------------- */

struct Profile;
/* What is known of a person; false, and empty, if nothing is. */
bool hall_read_profile(Hall *hall, const unsigned char person[STORE_HASH], struct Profile *profile);
bool hall_write_profile(Hall *hall, const unsigned char person[STORE_HASH],
                        const struct Profile *profile);
/* What proves that whoever has it reads the mails of a person; false if that can't be had. */
bool hall_mail_code(Hall *hall, const char *key, const char *mail, char code[HALL_CODE]);
/* Takes what a game has come to for what everybody knows. */
void hall_note_stand(Place *place);
/* Tells those who are away what is new to them. */
void hall_notify(Hall *hall, Place *place);
/* Tells those whose days run out, every now and then. */
void hall_warn(Hall *hall);

/* Whether whoever runs the server has excluded them: hall_order.c. */
bool hall_is_banned(Hall *hall, const StorePlayer *owner);

/* -- watchers: hall_watchers.c ----------------------------------------------------------------- */

/* How many watch without having a seat. */
int hall_spectators(const Place *place);
/* A watcher has shown which player it is. */
void hall_recognise(Hall *hall, HallWatcher *watcher, int player);
/* What a watcher was to be told is lost: it has to come again. */
void hall_turn_away(Hall *hall, HallWatcher *watcher);
/* The place's game could not be kept as it was told: its watchers have to come again. */
void hall_dismiss_watchers(Hall *hall, Place *place);
/* Tells those who are gone that they are. */
void hall_release_watchers(Hall *hall);

/* -- several servers: hall_house.c ------------------------------------------------------------- */

/* All of it does nothing, and holds everything, where this server is alone. */
bool house_is_alone(const Hall *hall);

/* Finds out at once whose the games are that the items are about. */
void house_prepare(Hall *hall, const HallItem *items);
/* Whether a game is this server's until the batch has ended: HALL_DONE, HALL_ELSEWHERE,
 * HALL_NO_GAME, HALL_NO_STORE. */
HallOutcome house_hold(Hall *hall, const char *id);
/* A new game is this server's. */
void house_own(Hall *hall, Place *place);
/* From when on a clock is charged, of a game that was read. */
int64_t house_charged_from(const Hall *hall, const Place *place);
/* Hands a call on; false if it has to be answered here. */
bool house_forward(Hall *hall, HallCall *call);
/* Whether a call may go to whoever last had its game, which saves asking the store. */
bool house_guesses(const Hall *hall, const HallCall *call);
/* Says that this server is there, and takes games that nobody has, every now and then. */
void house_keep(Hall *hall);
void house_leave(Hall *hall);
/* Whether it is known who is there, wherever they are. */
bool house_hears(const Hall *hall);

/* -- games of other servers: hall_follow.c ----------------------------------------------------- */

void house_follow(Hall *hall, Place *place);
void house_ignore(Hall *hall, Place *place);
/* What was told of a game is told to the other servers. */
void house_tell(Hall *hall, const Delivery *delivery);
/* Reads what has happened in a game since, and who its players are; false if that can't be had. The
 * place's game is given up if it makes no sense. */
bool house_catch_up(Hall *hall, Place *place);
/* A place for those who watch a game that another server has, as it is now. */
HallOutcome house_mirror(Hall *hall, const char *id, Place **place);
/* Compares games that are watched here with the store, every now and then. */
void house_compare(Hall *hall);
/* Says who is here, and forgets who is not heard of, the same. */
void house_look_around(Hall *hall, Place *place);

/* -- those who watch a game at other servers: hall_visitors.c ---------------------------------- */

int visitors_count(const Place *place);
/* Adds them to the sockets of players, after a game was read. */
void visitors_seat(Place *place);
/* Takes what another server says of them, or asks. */
void visitors_hear(Hall *hall, Place *place, const JsonValue *news);
/* Tells other servers of those who are here. */
void visitors_tell(Hall *hall, Place *place);
/* Asks the others for theirs. */
void visitors_ask(Hall *hall, Place *place);
void visitors_look_around(Hall *hall, Place *place);
void visitors_free(Place *place);

/* -- computer players: hall_desk.c ------------------------------------------------------------- */

bool desk_open(Hall *hall);
/* Ends all thinking: what was found has come back, and nothing more is asked. */
void desk_close(Hall *hall);
/* After the hall's thread has ended. */
void desk_free(Hall *hall);
/* Has the computer player of a place, whose turn it is, think about its move. */
void desk_ask(Hall *hall, Place *place);
/* Whether a text names a computer player that may take part; then how it is called. */
bool desk_knows(const char *text, char name[ONLINE_COMPUTER], LudError *err);

#endif
