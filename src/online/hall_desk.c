/* Computer players: they think on threads of their own, and their moves come back as everybody's
 * do. */
#include <stdlib.h>
#include <string.h>

#include <ludoteca/engine.h>

#include "online/hall_object.h"

enum { DESK_THREADS = 16, THINK_MOST_MS = 5000, ENGINE_BYTES = 16 << 20, PLAYOUTS_MOST = 100000 };

/* A position to think about. */
typedef struct Job {
    HallItem item; /* first, on its way back */
    char id[STORE_ID_TEXT];
    int event; /* the last one when it was asked */
    LudPlay *play;
    LudPlayerSpec player;
    char move[LUD_MOVE_TEXT]; /* "": none was found */
    struct Job *next;
} Job;

typedef struct Thinker {
    Desk *desk;
    Background *thread;
    LudEngine *engine; /* that thinks now, to be stopped when the desk closes; or NULL */
} Thinker;

struct Desk {
    Hall *hall;
    pthread_mutex_t lock;
    pthread_cond_t filled;
    Job *first, *last;
    bool is_closing;
    Thinker thinkers[DESK_THREADS];
    int thread_count;
};

/* -- who may take part ------------------------------------------------------------------------- */

/* What strangers may have a server think: never another program, not for long, on one thread. */
static bool is_modest(const LudPlayerSpec *spec)
{
    return spec->kind != LUD_PLAYER_COMMAND && spec->limits.move_ms <= THINK_MOST_MS &&
           spec->limits.clock_ms == 0 && spec->threads <= 1 && spec->memory_bytes <= ENGINE_BYTES &&
           spec->playouts <= PLAYOUTS_MOST;
}

bool desk_knows(const char *text, char name[ONLINE_COMPUTER], LudError *err)
{
    LudPlayerSpec spec;
    char printed[LUD_PLAYER_TEXT];
    if (lud_player_spec_parse(text, &spec, err) != LUD_OK)
        return false;
    if (!is_modest(&spec) || lud_player_spec_print(&spec, printed) >= ONLINE_COMPUTER) {
        lud_error_set(err, LUD_EUSAGE,
                      LUD_MESSAGE("\"{1}\" asks for too much. Computer players here are level=1 to "
                                  "level=10, max, greedy or random, with at most time=5s."),
                      text, (char *)NULL);
        return false;
    }
    memcpy(name, printed, strlen(printed) + 1);
    return true;
}

/* -- thinking ---------------------------------------------------------------------------------- */

static void free_job(Job *job)
{
    lud_play_free(job->play);
    free(job);
}

/* The move of a computer is carried out if nothing has happened meanwhile; else it is asked again
 * when the hall looks around. */
static void take_move(Hall *hall, HallItem *item)
{
    Job *job = (Job *)item;
    Place *place = hall_find_in_memory(hall, job->id);
    if (place)
        place->is_thinking = false; /* also if the game is another server's, or can't be had now */
    if (hall_find(hall, job->id, &place) == HALL_DONE) {
        hall_check_clock(hall, place);
        bool is_due = place->game->last_event == job->event && place->game->phase == STORE_PLAYING;
        if (!hall->has_failed && is_due && job->move[0] &&
            hall_play(hall, place, job->move, NULL) == LUD_OK) {
            hall->counted.engine_moves++;
            hall_advance(hall, place);
        }
    }
    free_job(job);
}

static void think(Job *job, LudEngine *engine)
{
    LudChoice choice;
    LudLimits limits = job->player.limits;
    const LudRules *rules = lud_play_rules(job->play);
    if (limits.move_ms == 0)
        limits.move_ms = THINK_MOST_MS;
    bool is_endless = job->player.kind == LUD_PLAYER_MAX || job->player.kind == LUD_PLAYER_MCTS;
    if (lud_engine_choose(engine, &job->player, job->play, is_endless ? NULL : &limits, NULL,
                          &choice, NULL) == LUD_OK)
        rules->game->text.move_print(lud_play_state(job->play), choice.move, job->move);
}

static Job *next_job(Desk *desk)
{
    pthread_mutex_lock(&desk->lock);
    while (!desk->first && !desk->is_closing)
        pthread_cond_wait(&desk->filled, &desk->lock);
    Job *job = desk->is_closing ? NULL : desk->first;
    if (job)
        desk->first = job->next;
    if (!desk->first)
        desk->last = NULL;
    pthread_mutex_unlock(&desk->lock);
    return job;
}

/* A new engine for rules that the last one was not made for. */
static LudEngine *fit_engine(Desk *desk, LudEngine *engine, char made_for[LUD_RULES_TEXT],
                             const LudRules *rules)
{
    char wanted[LUD_RULES_TEXT];
    lud_rules_print(rules, wanted);
    if (engine && strcmp(wanted, made_for) == 0) {
        lud_engine_new_game(engine);
        return engine;
    }
    uint64_t seed = 0;
    FairSecret random;
    fair_make(&random);
    memcpy(&seed, random.bytes, sizeof seed);
    const LudEngineOptions options = {.size = sizeof options,
                                      .memory_bytes = ENGINE_BYTES,
                                      .threads = 1,
                                      .seed = seed,
                                      .table_path = desk->hall->settings.tables};
    LudEngine *made = NULL;
    lud_engine_free(engine);
    if (lud_engine_new(&made, rules, &options, NULL) != LUD_OK)
        return NULL;
    memcpy(made_for, wanted, sizeof wanted);
    return made;
}

/* Lets the desk know what to stop; false if it closes already. */
static bool show_engine(Thinker *thinker, LudEngine *engine)
{
    Desk *desk = thinker->desk;
    pthread_mutex_lock(&desk->lock);
    thinker->engine = engine;
    bool goes_on = !desk->is_closing;
    pthread_mutex_unlock(&desk->lock);
    return goes_on;
}

static void work(void *context)
{
    Thinker *thinker = context;
    Desk *desk = thinker->desk;
    LudEngine *engine = NULL;
    char made_for[LUD_RULES_TEXT] = "";
    for (Job *job; (job = next_job(desk)) != NULL;) {
        engine = fit_engine(desk, engine, made_for, lud_play_rules(job->play));
        if (engine && show_engine(thinker, engine))
            think(job, engine);
        if (!show_engine(thinker, NULL))
            job->move[0] = '\0'; /* not thought through: the next server asks again */
        job->item.game = job->id;
        hall_post(desk->hall, &job->item, take_move);
    }
    lud_engine_free(engine);
}

/* -- asking ------------------------------------------------------------------------------------ */

static Job *make_job(const Place *place, const char *computer)
{
    Job *job = calloc(1, sizeof *job);
    if (!job)
        return NULL;
    memcpy(job->id, place->id, sizeof job->id);
    job->event = place->game->last_event;
    job->play = lud_play_copy(place->game->play);
    if (!job->play || lud_player_spec_parse(computer, &job->player, NULL) != LUD_OK) {
        free_job(job);
        return NULL;
    }
    return job;
}

void desk_ask(Hall *hall, Place *place)
{
    const OnlineGame *game = place->game;
    int seat = online_active_seat(game);
    if (seat == ONLINE_NOBODY || place->is_thinking || online_awaits_roll(game))
        return;
    const OnlinePlayer *player = &game->players[online_player_at(game, seat)];
    Job *job = player->kind == PLAYER_COMPUTER ? make_job(place, player->computer) : NULL;
    if (!job)
        return;
    Desk *desk = hall->desk;
    pthread_mutex_lock(&desk->lock);
    place->is_thinking = !desk->is_closing;
    if (place->is_thinking) {
        if (desk->last)
            desk->last->next = job;
        else
            desk->first = job;
        desk->last = job;
        pthread_cond_signal(&desk->filled);
    }
    pthread_mutex_unlock(&desk->lock);
    if (!place->is_thinking)
        free_job(job);
}

/* -- opening and closing ----------------------------------------------------------------------- */

bool desk_open(Hall *hall)
{
    Desk *desk = calloc(1, sizeof *desk);
    if (!desk)
        return false;
    desk->hall = hall;
    if (pthread_mutex_init(&desk->lock, NULL) != 0 || pthread_cond_init(&desk->filled, NULL) != 0) {
        free(desk);
        return false;
    }
    hall->desk = desk;
    int wanted = hall->settings.engine_threads;
    for (int i = 0; i < wanted && i < DESK_THREADS; i++) {
        desk->thinkers[i].desk = desk;
        desk->thinkers[i].thread = base_background_start(work, &desk->thinkers[i]);
        desk->thread_count += desk->thinkers[i].thread != NULL;
    }
    return wanted == 0 || desk->thread_count > 0;
}

void desk_close(Hall *hall)
{
    Desk *desk = hall->desk;
    if (!desk)
        return;
    pthread_mutex_lock(&desk->lock);
    desk->is_closing = true;
    for (int i = 0; i < DESK_THREADS; i++) {
        if (desk->thinkers[i].engine)
            lud_engine_stop(desk->thinkers[i].engine);
    }
    pthread_cond_broadcast(&desk->filled);
    pthread_mutex_unlock(&desk->lock);
    for (int i = 0; i < DESK_THREADS; i++)
        base_background_join(desk->thinkers[i].thread);
}

void desk_free(Hall *hall)
{
    Desk *desk = hall->desk;
    if (!desk)
        return;
    while (desk->first) {
        Job *job = desk->first;
        desk->first = job->next;
        free_job(job);
    }
    pthread_cond_destroy(&desk->filled);
    pthread_mutex_destroy(&desk->lock);
    free(desk);
}
