/* Builds the book of a game that looks for forced wins: values of the positions of its opening.
 *
 *     book GAME PLIES KEPT NODES MINUTES PROGRESS OUTPUT
 *
 * Every position up to PLIES moves from the start, one for all that are the same by symmetry, is
 * searched for a forced win with at most NODES positions. What is found is added to PROGRESS line
 * by line, so a run that was ended goes on where it was; with more NODES what stayed open is tried
 * again. Then values are carried back: who can move to a position that is lost for the other has
 * won, and whose moves all lead to positions that the other wins has lost. OUTPUT has the rows of
 * those that are won or lost, up to KEPT moves from the start. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ludoteca/game.h>

#include "core/forcing.h"
#include "progress_file.h"

enum { MEMORY = 1 << 27, PLIES_MOST = 8 };

typedef struct Position {
    uint64_t key;
    LudState state;
    uint64_t nodes; /* tried with so many; 0: not yet */
    int plies;      /* as LudGameForcing.known; 0: unknown */
} Position;

typedef struct Level {
    Position *positions;
    int count;
} Level;

typedef struct Book {
    LudRules rules;
    const LudGame *game;
    Level level[PLIES_MOST + 1];
    int plies;
    void *memory;
    LudMove moves[LUD_MAX_MOVES];
} Book;

static int by_key(const void *a, const void *b)
{
    const Position *x = a, *y = b;
    return x->key < y->key ? -1 : x->key > y->key;
}

static Position *find(const Level *level, uint64_t key)
{
    Position wanted = {.key = key};
    if (level->count == 0)
        return NULL;
    return bsearch(&wanted, level->positions, (size_t)level->count, sizeof wanted, by_key);
}

/* -- positions ----------------------------------------------------------------------------------
 */

/* All positions one move further that are not over, each once. */
static void enumerate(Book *book, int ply)
{
    const Level *from = &book->level[ply];
    Level *to = &book->level[ply + 1];
    size_t room = 0;
    for (int i = 0; i < from->count; i++) {
        int count = book->game->rules.moves(&from->positions[i].state, book->moves);
        if ((size_t)to->count + (size_t)count > room) {
            room = 2 * room + LUD_MAX_MOVES;
            to->positions = realloc(to->positions, room * sizeof *to->positions);
            if (!to->positions)
                abort();
        }
        for (int k = 0; k < count; k++) {
            Position *p = &to->positions[to->count];
            *p = (Position){.state = from->positions[i].state};
            book->game->rules.apply(&p->state, book->moves[k]);
            p->key = book->game->forcing->symmetric_key(&p->state);
            to->count += book->game->rules.turn(&p->state) != LUD_OVER;
        }
    }
    qsort(to->positions, (size_t)to->count, sizeof *to->positions, by_key);
    int kept = 0;
    for (int i = 0; i < to->count; i++) {
        if (i == 0 || to->positions[i].key != to->positions[kept - 1].key)
            to->positions[kept++] = to->positions[i];
    }
    to->count = kept;
}

/* -- searching ----------------------------------------------------------------------------------
 */

static void recall(void *context, const char *line)
{
    const Book *book = context;
    uint64_t key, nodes;
    int plies;
    if (sscanf(line, "%" SCNx64 " %d %" SCNu64, &key, &plies, &nodes) != 3)
        return;
    for (int i = 0; i <= book->plies; i++) {
        Position *p = find(&book->level[i], key);
        if (p) {
            p->plies = plies;
            p->nodes = nodes;
        }
    }
}

static bool search(Book *book, uint64_t nodes, double minutes, const char *path)
{
    FILE *file = progress_open(path, recall, book);
    time_t begun = time(NULL);
    for (int i = 0; file && i <= book->plies; i++) {
        for (int k = 0; k < book->level[i].count; k++) {
            Position *p = &book->level[i].positions[k];
            if (p->plies != 0 || p->nodes >= nodes)
                continue;
            if (difftime(time(NULL), begun) > minutes * 60)
                break;
            LudForcedWin win;
            uint64_t used;
            LudForcingTask task = {.attacks = LUD_FORCING_SIEGE,
                                   .side = book->game->rules.turn(&p->state),
                                   .nodes = nodes,
                                   .memory = book->memory,
                                   .memory_bytes = MEMORY};
            LudForced found = book->game->forcing->seek(&p->state, &task, &win, &used);
            p->plies = found == LUD_FORCED_WIN ? win.plies : 0;
            /* Where all attacks were looked at more nodes would change nothing. */
            p->nodes = found == LUD_FORCED_NONE ? INT64_MAX : nodes;
            fprintf(file, "%016" PRIx64 " %d %" PRIu64 "\n", p->key, p->plies, p->nodes);
            fflush(file);
        }
    }
    return file && fclose(file) == 0;
}

/* -- values -------------------------------------------------------------------------------------
 */

static void carry_back(Book *book, int ply)
{
    for (int i = 0; i < book->level[ply].count; i++) {
        Position *p = &book->level[ply].positions[i];
        int count = book->game->rules.moves(&p->state, book->moves), longest = 0, shortest = 0;
        bool is_lost = true;
        for (int k = 0; k < count; k++) {
            LudState next = p->state;
            book->game->rules.apply(&next, book->moves[k]);
            const Position *child =
                find(&book->level[ply + 1], book->game->forcing->symmetric_key(&next));
            int plies = child ? child->plies : 0;
            is_lost &= plies > 0;
            longest = plies > longest ? plies : longest;
            if (plies < 0 && (shortest == 0 || -plies < shortest))
                shortest = -plies;
        }
        if (p->plies == 0 && shortest > 0)
            p->plies = shortest + 1;
        else if (p->plies == 0 && is_lost)
            p->plies = -(longest + 1);
    }
}

static void report(const Book *book)
{
    for (int i = 0; i <= book->plies; i++) {
        int won = 0, lost = 0, none = 0, tried = 0;
        for (int k = 0; k < book->level[i].count; k++) {
            const Position *p = &book->level[i].positions[k];
            won += p->plies > 0;
            lost += p->plies < 0;
            none += p->plies == 0 && p->nodes == INT64_MAX;
            tried += p->nodes > 0;
        }
        printf("ply %d: %d positions, %d tried, %d won, %d lost, %d without a forced win\n", i,
               book->level[i].count, tried, won, lost, none);
    }
}

static bool write_rows(const Book *book, int kept, const char *path)
{
    Position *all = NULL;
    int count = 0;
    for (int i = 0; i <= book->plies && i <= kept; i++) {
        all = realloc(all, (size_t)(count + book->level[i].count + 1) * sizeof *all);
        if (!all)
            return false;
        for (int k = 0; k < book->level[i].count; k++) {
            if (book->level[i].positions[k].plies != 0)
                all[count++] = book->level[i].positions[k];
        }
    }
    qsort(all, (size_t)count, sizeof *all, by_key);
    FILE *file = fopen(path, "w");
    for (int i = 0; file && i < count; i++)
        fprintf(file, "{UINT64_C(0x%016" PRIx64 "), %d},\n", all[i].key, all[i].plies);
    printf("%d rows\n", count);
    free(all);
    return file && fclose(file) == 0;
}

int main(int argc, char **argv)
{
    Book *book = calloc(1, sizeof *book);
    LudError err;
    if (argc != 8 || !book || lud_rules_parse(argv[1], &book->rules, &err) != LUD_OK ||
        !book->rules.game->forcing || !book->rules.game->forcing->symmetric_key ||
        atoi(argv[2]) < 0 || atoi(argv[2]) > PLIES_MOST) {
        fprintf(stderr, "book GAME PLIES KEPT NODES MINUTES PROGRESS OUTPUT\n");
        return 2;
    }
    book->game = book->rules.game;
    book->plies = atoi(argv[2]);
    book->memory = aligned_alloc(64, MEMORY);
    book->level[0] = (Level){calloc(1, sizeof(Position)), 1};
    if (!book->memory || !book->level[0].positions)
        return 1;
    memset(book->memory, 0, MEMORY);
    lud_rules_start(&book->rules, &book->level[0].positions[0].state);
    book->level[0].positions[0].key =
        book->game->forcing->symmetric_key(&book->level[0].positions[0].state);
    for (int i = 0; i < book->plies; i++)
        enumerate(book, i);
    if (!search(book, strtoull(argv[4], NULL, 10), atof(argv[5]), argv[6]))
        return 1;
    for (int i = book->plies - 1; i >= 0; i--)
        carry_back(book, i);
    report(book);
    return write_rows(book, atoi(argv[3]), argv[7]) ? 0 : 1;
}
