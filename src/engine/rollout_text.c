/* A rollout as text, so that it can be gone on with after an interruption:
 *
 *     ludoteca rollout 1
 *     game dados:line=5
 *     position ....../....../....../....../....../...... 1 8
 *     out 0
 *     seed 1
 *     line c5
 *     18012345678 17987654322
 *     line d4
 *     end 0123456789abcdef
 *
 * Below a line there is a row for every round: what its games gave each side, in
 * thousand-millionths of a win. `out` has a bit for each side that is out. The last line holds a
 * sum of all bytes before it: what was cut or changed is not taken for a shorter rollout. */
#include "engine/rollout_object.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "engine/engine_object.h"

static const char HEAD[] = "ludoteca rollout 1";

/* FNV-1a: finds damage, not malice. */
static uint64_t sum_of(const char *bytes, size_t size)
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    return sum;
}

/* -- out -----------------------------------------------------------------------------------------
 */

static void add_line(Text *text, const LudRollout *rollout, const RolloutLine *line)
{
    char move[LUD_MOVE_TEXT] = "-";
    if (line->move != LUD_NO_MOVE)
        rollout->rules.game->text.move_print(&rollout->position, line->move, move);
    text_printf(text, "line %s\n", move);
    for (int i = 0; i < line->played; i++) {
        for (int side = 0; side < rollout->sides; side++)
            text_printf(text, "%s%" PRId64, side ? " " : "", line->rounds[i].sum[side]);
        text_add(text, "\n");
    }
}

char *lud_rollout_print(const LudRollout *rollout)
{
    Text text = {0};
    char rules[LUD_RULES_TEXT], position[LUD_STATE_TEXT];
    int out = 0;
    lud_rules_print(&rollout->rules, rules);
    rollout->rules.game->text.state_print(&rollout->position, position);
    for (int side = 0; side < rollout->sides; side++)
        out |= rollout->is_out[side] << side;
    text_printf(&text, "%s\ngame %s\nposition %s\nout %d\nseed %" PRIu64 "\n", HEAD, rules,
                position, out, rollout->seed);
    for (int i = 0; i < rollout->line_count; i++)
        add_line(&text, rollout, &rollout->lines[i]);
    if (!text.failed)
        text_printf(&text, "end %016" PRIx64 "\n", sum_of(text.bytes, text.length));
    return text_take(&text);
}

/* -- in ------------------------------------------------------------------------------------------
 */

/* The text as it is read, line by line. */
typedef struct Reader {
    const char *at;
    int number;                /* of the current line, from 1 */
    char line[LUD_STATE_TEXT]; /* the current line */
    LudError *err;
} Reader;

static LudStatus damaged(const Reader *reader)
{
    char number[16], found[48];
    snprintf(number, sizeof number, "%d", reader->number);
    snprintf(found, sizeof found, "%.40s", reader->line);
    return lud_error_set(reader->err, LUD_EFILE,
                         LUD_MESSAGE("This is no rollout, or one that was cut or changed: line {1} "
                                     "is \"{2}\". Remove it to begin again, or bring back a copy "
                                     "from before."),
                         number, found, (char *)NULL);
}

/* Takes the next line; false at the end, or if it is longer than any can be. */
static bool take_line(Reader *reader)
{
    size_t length = strcspn(reader->at, "\n");
    reader->number++;
    reader->line[0] = '\0';
    if (!reader->at[length] || length >= sizeof reader->line)
        return false;
    memcpy(reader->line, reader->at, length);
    reader->line[length] = '\0';
    reader->at += length + 1;
    return true;
}

/* Takes a line that begins with a word; what follows it, or NULL. */
static const char *take_field(Reader *reader, const char *word)
{
    size_t length = strlen(word);
    if (!take_line(reader) || strncmp(reader->line, word, length) != 0 ||
        reader->line[length] != ' ')
        return NULL;
    return reader->line + length + 1;
}

/* Reads a whole number in its one spelling. */
static const char *read_integer(const char *at, int64_t *value)
{
    char again[24], *end;
    long long number = strtoll(at, &end, 10);
    int length = snprintf(again, sizeof again, "%lld", number);
    if (end == at || end - at != length || strncmp(at, again, (size_t)length) != 0)
        return NULL;
    *value = number;
    return end;
}

static bool read_seed(const char *at, uint64_t *seed)
{
    char again[24], *end;
    *seed = strtoull(at, &end, 10);
    snprintf(again, sizeof again, "%" PRIu64, *seed);
    return strcmp(at, again) == 0;
}

static LudStatus read_round(Reader *reader, LudRollout *rollout, RolloutLine *line)
{
    /* No single game is worth more than a few wins, however lucky. */
    const int64_t most = (int64_t)ROLLOUT_UNIT * LUD_ROLLOUT_ROUND * 1000;
    const char *at = reader->line;
    if (!rollout_reserve(line, line->played + 1))
        return engine_no_memory(reader->err);
    RolloutRound *round = &line->rounds[line->played];
    *round = (RolloutRound){{0}};
    for (int side = 0; side < rollout->sides; side++) {
        if (side > 0 && *at++ != ' ')
            return damaged(reader);
        at = read_integer(at, &round->sum[side]);
        if (!at || round->sum[side] > most || round->sum[side] < -most)
            return damaged(reader);
    }
    if (*at)
        return damaged(reader);
    line->played++;
    return LUD_OK;
}

/* Begins the line of a move that is legal and new. */
static LudStatus begin_line(Reader *reader, LudRollout *rollout, const char *word)
{
    const LudGame *game = rollout->rules.game;
    LudMove moves[LUD_MAX_MOVES], move = LUD_NO_MOVE;
    bool is_roll = game->rules.turn(&rollout->position) == LUD_CHANCE, is_fitting;
    if (is_roll) {
        is_fitting = strcmp(word, "-") == 0 && rollout->line_count == 0;
    } else {
        int count = game->rules.moves(&rollout->position, moves);
        is_fitting = false;
        if (game->text.move_parse(&rollout->position, word, &move, NULL) == LUD_OK) {
            for (int i = 0; i < count; i++)
                is_fitting = is_fitting || moves[i] == move;
        }
        for (int i = 0; i < rollout->line_count; i++)
            is_fitting = is_fitting && rollout->lines[i].move != move;
    }
    if (!is_fitting || rollout->line_count == LUD_ROLLOUT_LINES)
        return damaged(reader);
    rollout->lines[rollout->line_count++] = (RolloutLine){.move = move};
    return LUD_OK;
}

/* The lines with their rounds, up to the line "end …". */
static LudStatus read_lines(Reader *reader, LudRollout *rollout)
{
    while (take_line(reader)) {
        LudStatus status;
        if (strncmp(reader->line, "end ", 4) == 0)
            return rollout->line_count > 0 ? LUD_OK : damaged(reader);
        if (strncmp(reader->line, "line ", 5) == 0)
            status = begin_line(reader, rollout, reader->line + 5);
        else if (rollout->line_count > 0)
            status = read_round(reader, rollout, &rollout->lines[rollout->line_count - 1]);
        else
            status = damaged(reader);
        if (status != LUD_OK)
            return status;
    }
    return damaged(reader);
}

/* Rules in their one spelling, which leaves out what is usual. */
static LudStatus read_rules(Reader *reader, LudRules *rules)
{
    char again[LUD_RULES_TEXT];
    const char *field = take_field(reader, "game");
    if (!field)
        return damaged(reader);
    LudStatus status = lud_rules_parse(field, rules, reader->err);
    if (status != LUD_OK)
        return status;
    lud_rules_print(rules, again);
    return strcmp(field, again) == 0 ? LUD_OK : damaged(reader);
}

/* What comes before the lines. */
static LudStatus read_head(Reader *reader, LudRollout **rollout, const LudRolloutOptions *options)
{
    const char *field;
    LudRules rules;
    LudState position;
    LudStatus status;
    int64_t out;
    if (!take_line(reader) || strcmp(reader->line, HEAD) != 0)
        return damaged(reader);
    if ((status = read_rules(reader, &rules)) != LUD_OK)
        return status;
    if (!(field = take_field(reader, "position")))
        return damaged(reader);
    status = rules.game->text.state_parse(&position, &rules.options, field, 0, reader->err);
    if (status != LUD_OK)
        return status;
    if (rules.game->rules.turn(&position) == LUD_OVER)
        return damaged(reader);
    if ((status = rollout_make(rollout, &rules, &position, options, reader->err)) != LUD_OK)
        return status;
    int sides = (*rollout)->sides;
    if (!(field = take_field(reader, "out")) || !(field = read_integer(field, &out)) || *field ||
        out < 0 || (out && !rules.game->rules.skip) || out >= 1 << sides ||
        (out & 1 << (*rollout)->side))
        return damaged(reader);
    for (int side = 0; side < sides; side++)
        (*rollout)->is_out[side] = out >> side & 1;
    if (!(field = take_field(reader, "seed")) || !read_seed(field, &(*rollout)->seed))
        return damaged(reader);
    return LUD_OK;
}

/* The last line tells whether all before it is as it was written. */
static LudStatus check_sum(Reader *reader, const char *text)
{
    char wanted[32];
    size_t size = (size_t)(reader->at - text) - strlen(reader->line) - 1;
    snprintf(wanted, sizeof wanted, "end %016" PRIx64, sum_of(text, size));
    if (strcmp(reader->line, wanted) == 0 && !*reader->at)
        return LUD_OK;
    return damaged(reader);
}

/* Lines that have fewer rounds than others were left as worse. */
static void note_left(LudRollout *rollout)
{
    int most = 0;
    for (int i = 0; i < rollout->line_count; i++)
        most = rollout->lines[i].played > most ? rollout->lines[i].played : most;
    for (int i = 0; i < rollout->line_count; i++)
        rollout->lines[i].is_left = rollout->lines[i].played < most;
}

LudStatus lud_rollout_parse(LudRollout **result, const char *text, const LudRolloutOptions *options,
                            LudError *err)
{
    Reader reader = {.at = text, .err = err};
    LudRollout *rollout = NULL;
    LudStatus status = read_head(&reader, &rollout, options);
    if (status == LUD_OK)
        status = read_lines(&reader, rollout);
    if (status == LUD_OK)
        status = check_sum(&reader, text);
    if (status != LUD_OK) {
        lud_rollout_free(rollout);
        return status;
    }
    note_left(rollout);
    *result = rollout;
    return LUD_OK;
}
