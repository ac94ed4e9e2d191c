/* What the tables say of a position and of every move. */
#include <string.h>

#include "cli/commands/inquiry.h"
#include "cli/tables/tables_parts.h"
#include "shell/columns.h"
#include "shell/output.h"

typedef struct Probe {
    const char *dir;
    LudTables *tables; /* opened at the first position, kept for the others of a batch */
    char told[LUD_ERROR_ARG_BYTES]; /* the damaged file that was named last */
} Probe;

static const char *name_force(const LudTableAnswer *answer)
{
    if (!answer->has_force)
        return "";
    if (answer->mover_forces && answer->opponent_forces)
        return _("a capture is certain");
    if (answer->mover_forces)
        return _("the player to move can force a capture");
    if (answer->opponent_forces)
        return _("the other player can force a capture");
    return answer->is_capture_possible ? _("nobody can force a capture")
                                       : _("no capture is possible any more");
}

/* The value, and its bounds if endless play can change it. */
static void print_values(const char *move, const LudTableAnswer *answer)
{
    enum { MOVE_COLUMNS = 4, VALUE_COLUMNS = 6, BOUND_COLUMNS = 12 };
    char value[32] = "?", bounds[32] = "";
    if (answer->has_value)
        snprintf(value, sizeof value, "%+d", answer->value);
    if (answer->has_bounds && answer->low != answer->high)
        snprintf(bounds, sizeof bounds, "%+d…%+d", answer->low, answer->high);
    else if (answer->has_bounds && !answer->has_value)
        snprintf(value, sizeof value, "%+d", answer->low);
    columns_print(stdout, move, MOVE_COLUMNS);
    columns_print(stdout, value, VALUE_COLUMNS);
    columns_print(stdout, bounds, BOUND_COLUMNS);
}

/* "won in 17" for who is to move, or who made the move. */
static void print_outcome(const char *move, const LudTableAnswer *answer)
{
    enum { MOVE_COLUMNS = 16 };
    columns_print(stdout, move, MOVE_COLUMNS);
    if (!answer->has_value)
        puts("?");
    else if (answer->value == 0)
        puts(_("drawn by endless play"));
    else if (!answer->has_distance)
        puts(answer->value > 0 ? _("won") : _("lost"));
    else
        printf(answer->value > 0 ? _("won in %d\n") : _("lost in %d\n"), answer->distance);
}

static void print_moves(LudTables *tables, const Inquiry *inquiry)
{
    const LudGame *game = inquiry->rules.game;
    LudMove list[LUD_MAX_MOVES];
    int count = game->rules.turn(&inquiry->state) == LUD_OVER
                    ? 0
                    : game->rules.moves(&inquiry->state, list);
    for (int i = 0; i < count; i++) {
        LudTableAnswer answer;
        char move[LUD_MOVE_TEXT];
        game->text.move_print(&inquiry->state, list[i], move);
        if (!lud_tables_probe_after(tables, &inquiry->state, list[i], &answer))
            answer = (LudTableAnswer){0};
        if (!lud_tables_are_layered(&inquiry->rules)) {
            print_outcome(move, &answer);
            continue;
        }
        print_values(move, &answer);
        putchar('\n');
    }
}

/* Whether a file is damaged that would tell of a position or of what its moves lead to. */
static bool find_fault(const LudTables *tables, const Inquiry *inquiry, LudError *err)
{
    const LudGame *game = inquiry->rules.game;
    LudMove list[LUD_MAX_MOVES];
    if (lud_tables_fault(tables, &inquiry->state, err))
        return true;
    int count = game->rules.turn(&inquiry->state) == LUD_OVER
                    ? 0
                    : game->rules.moves(&inquiry->state, list);
    for (int i = 0; i < count; i++) {
        LudState next;
        lud_state_copy(game, &next, &inquiry->state);
        game->rules.apply(&next, list[i]);
        if (lud_tables_fault(tables, &next, err))
            return true;
    }
    return false;
}

/* Why something is not known, where that is the fault of a file; of a batch not again and again. */
static bool tell_fault(Probe *probe, const Inquiry *inquiry)
{
    LudError err;
    if (!find_fault(probe->tables, inquiry, &err))
        return false;
    if (strcmp(probe->told, err.arg[0]) != 0)
        report_error(&err);
    memcpy(probe->told, err.arg[0], sizeof probe->told);
    return true;
}

static int print_answer(Probe *probe, const Inquiry *inquiry)
{
    LudTableAnswer found;
    if (!lud_tables_probe(probe->tables, &inquiry->state, &found)) {
        if (!tell_fault(probe, inquiry))
            report_failure(_("This position is in no table here. `ludoteca tables build GAME` "
                             "builds tables, --dir names others."));
        return inquiry->is_batch ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    if (lud_tables_are_layered(&inquiry->rules)) {
        print_values("", &found);
        puts(name_force(&found));
    } else {
        print_outcome("", &found);
    }
    print_moves(probe->tables, inquiry);
    tell_fault(probe, inquiry);
    return EXIT_SUCCESS;
}

static int answer(const Inquiry *inquiry, void *context)
{
    Probe *probe = context;
    LudError err;
    if (lud_tables_check(inquiry->rules.game, &err) != LUD_OK)
        return report_error(&err);
    if (!probe->tables &&
        lud_tables_open(&probe->tables, &inquiry->rules, probe->dir, &err) != LUD_OK)
        return report_error(&err);
    if (!inquiry->is_json)
        return print_answer(probe, inquiry);
    int status =
        output_print(lud_json_table_probe(&inquiry->rules, probe->tables, &inquiry->state));
    tell_fault(probe, inquiry);
    return status;
}

int tables_probe(const Arguments *arguments)
{
    Probe probe = {.dir = arguments_value(arguments, "dir")};
    Arguments rest = *arguments;
    rest.operands++;
    rest.operand_count--;
    int status = inquiry_run(&rest, false, answer, &probe);
    lud_tables_close(probe.tables);
    return status;
}
