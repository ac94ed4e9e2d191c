#include "wasm_request.h"

#include <stdlib.h>

bool request_has_more(const Request *request)
{
    return request->at < request->end;
}

Piece request_piece(Request *request)
{
    size_t size = 0;
    const char *at = request->at, *end = request->end;
    for (; at < end && *at >= '0' && *at <= '9' && size < (size_t)1 << 28; at++)
        size = size * 10 + (size_t)(*at - '0');
    if (at == end || *at != ':' || size > (size_t)(end - at - 1)) {
        request->at = end;
        return (Piece){"", 0};
    }
    request->at = at + 1 + size;
    return (Piece){at + 1, size};
}

void request_text(Request *request, char *text, size_t size)
{
    Piece piece = request_piece(request);
    size_t length = piece.size < size - 1 ? piece.size : size - 1;
    memcpy(text, piece.bytes, length);
    text[length] = '\0';
}

int64_t request_number(Request *request)
{
    char text[24];
    request_text(request, text, sizeof text);
    return strtoll(text, NULL, 10);
}

/* -- replaying --------------------------------------------------------------------------------- */

/* Who did what, after how many plies. */
typedef struct Ending {
    int after;
    char kind[16];
    int seat;
} Ending;

enum { MOST_ENDINGS = 8 };

/* The game that was asked for last: what described it, and itself. */
static struct {
    LudPlay *play;
    char *head, *plies; /* the strings before the plies, and of the plies */
    size_t head_size, plies_size;
} last;

static void forget_last(void)
{
    lud_play_free(last.play);
    free(last.head);
    free(last.plies);
    memset(&last, 0, sizeof last);
}

static LudStatus begin_play(Request *head, LudPlay **play, LudError *err)
{
    char name[512], start[LUD_STATE_TEXT + 64], fragment[16], seat[8];
    LudRules rules;
    LudState s;
    request_text(head, name, sizeof name);
    request_text(head, start, sizeof start);
    request_text(head, fragment, sizeof fragment);
    request_text(head, seat, sizeof seat);
    LudStatus status = lud_rules_parse(name, &rules, err);
    if (status != LUD_OK)
        return status;
    lud_rules_start(&rules, &s);
    if (start[0])
        status = lud_state_read(&s, &rules, start, NULL, fragment[0] ? LUD_PARSE_FRAGMENT : 0, err);
    else if (rules.game->rules.set_starter && seat[0] > '1' &&
             seat[0] <= '0' + rules.game->rules.seats(&s))
        rules.game->rules.set_starter(&s, seat[0] - '1');
    return status == LUD_OK ? lud_play_new(play, &rules, &s, err) : status;
}

static int read_endings(Request *request, Ending endings[MOST_ENDINGS])
{
    int count = (int)request_number(request);
    count = count < 0 ? 0 : count > MOST_ENDINGS ? MOST_ENDINGS : count;
    for (int i = 0; i < count; i++) {
        endings[i].after = (int)request_number(request);
        request_text(request, endings[i].kind, sizeof endings[i].kind);
        endings[i].seat = (int)request_number(request) - 1;
    }
    return count;
}

static LudStatus end_play(LudPlay *play, const Ending *ending, LudError *err)
{
    if (strcmp(ending->kind, "agreed-draw") == 0)
        return lud_play_agree_draw(play, err);
    if (strcmp(ending->kind, "agreed-finish") == 0)
        return lud_play_agree_finish(play, err);
    return lud_play_drop(play, ending->seat, lud_reason_find(ending->kind), err);
}

/* The endings that are due, given how long the game is. */
static LudStatus play_endings(LudPlay *play, const Ending *endings, int count, int *next,
                              LudError *err)
{
    LudStatus status = LUD_OK;
    while (status == LUD_OK && *next < count && endings[*next].after <= lud_play_length(play))
        status = end_play(play, &endings[(*next)++], err);
    return status;
}

/* An empty ply is the turn of a side that is out, which the game skips by itself. */
static LudStatus play_plies(LudPlay *play, Request *plies, const Ending *endings, int count,
                            LudError *err)
{
    char word[LUD_MOVE_TEXT * 2];
    int next = 0;
    LudStatus status = play_endings(play, endings, count, &next, err);
    while (status == LUD_OK && request_has_more(plies)) {
        request_text(plies, word, sizeof word);
        if (!word[0])
            continue;
        status = lud_play_move_text(play, word, err);
        if (status == LUD_OK)
            status = play_endings(play, endings, count, &next, err);
    }
    return status;
}

static bool is_equal(const char *kept, size_t kept_size, const char *bytes, size_t size)
{
    return kept && kept_size == size && memcmp(kept, bytes, size) == 0;
}

static char *copy_bytes(const char *bytes, size_t size)
{
    char *copy = malloc(size + 1);
    if (copy)
        memcpy(copy, bytes, size);
    return copy;
}

/* Where the plies of the request end: they are its strings from `at` on, `count` of them. */
static const char *skip_strings(const Request *request, int64_t count)
{
    Request walk = *request;
    while (count-- > 0 && request_has_more(&walk))
        request_piece(&walk);
    return walk.at;
}

static LudStatus keep_last(const char *head, size_t head_size, const char *plies, size_t size)
{
    char *kept_head = copy_bytes(head, head_size), *kept_plies = copy_bytes(plies, size);
    if (!kept_head || !kept_plies) {
        free(kept_head);
        free(kept_plies);
        return LUD_EMEMORY;
    }
    free(last.head);
    free(last.plies);
    last.head = kept_head;
    last.plies = kept_plies;
    last.head_size = head_size;
    last.plies_size = size;
    return LUD_OK;
}

LudStatus request_play(Request *request, LudPlay **play, LudError *err)
{
    Ending endings[MOST_ENDINGS];
    Request head = *request;
    const char *begin = request->at;
    for (int i = 0; i < 4; i++)
        request_piece(request);
    int ending_count = read_endings(request, endings);
    size_t head_size = (size_t)(request->at - begin);
    int64_t ply_count = request_number(request);
    Request plies = {request->at, skip_strings(request, ply_count)};
    request->at = plies.end;
    size_t size = (size_t)(plies.end - plies.at);
    const char *all = plies.at;
    bool goes_on = ending_count == 0 && is_equal(last.head, last.head_size, begin, head_size) &&
                   last.plies_size <= size && memcmp(last.plies, all, last.plies_size) == 0;
    LudStatus status = LUD_OK;
    if (goes_on) {
        plies.at += last.plies_size;
    } else {
        forget_last();
        status = begin_play(&head, &last.play, err);
    }
    if (status == LUD_OK)
        status = play_plies(last.play, &plies, endings, ending_count, err);
    if (status == LUD_OK && keep_last(begin, head_size, all, size) != LUD_OK)
        status = lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    if (status != LUD_OK)
        forget_last();
    *play = last.play;
    return status;
}

LudStatus request_rules(Request *request, LudRules *rules, LudError *err)
{
    char name[LUD_RULES_TEXT];
    request_text(request, name, sizeof name);
    return lud_rules_parse(name, rules, err);
}
