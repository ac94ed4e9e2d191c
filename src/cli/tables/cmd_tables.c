#include <inttypes.h>
#include <string.h>

#include "cli/commands/inquiry.h"
#include "cli/tables/tables_parts.h"
#include "shell/columns.h"
#include "shell/output.h"

/* -- what the verbs share ---------------------------------------------------------------------- */

int tables_rules(const Arguments *arguments, LudRules *rules)
{
    LudError err;
    int status = cli_rules(arguments->operands[1], rules);
    if (status != EXIT_SUCCESS)
        return status;
    return lud_tables_check(rules->game, &err) == LUD_OK ? EXIT_SUCCESS : report_error(&err);
}

/* -- list -------------------------------------------------------------------------------------- */

typedef struct List {
    const LudRules *rules; /* NULL: of all games */
    int shown, faulty;
    uint64_t bytes;
} List;

/* The rules of a table name no option that it does not depend on. */
static bool is_wanted(const List *list, const LudTableFile *file)
{
    LudRules rules;
    LudError err;
    if (!list->rules || file->fault.status != LUD_OK ||
        lud_rules_parse(file->game, &rules, &err) != LUD_OK)
        return true;
    return lud_tables_serve_both(list->rules, &rules);
}

static void show_file(void *context, const LudTableFile *file)
{
    List *list = context;
    char size[TABLES_SIZE_TEXT];
    if (!is_wanted(list, file))
        return;
    if (file->fault.status != LUD_OK) {
        report_error(&file->fault);
        list->faulty++;
        return;
    }
    enum { GAME_COLUMNS = 24, COLUMN_COLUMNS = 8 };
    list->shown++;
    list->bytes += file->bytes;
    tables_size(file->bytes, size);
    columns_print(stdout, file->game, GAME_COLUMNS);
    columns_print(stdout, file->column, COLUMN_COLUMNS);
    printf("%3d  %14" PRIu64 "  %8s  %016" PRIx64 "  ", file->layer, file->entries, size,
           file->checksum);
    output_foreign(stdout, file->path);
    putchar('\n');
}

static int list_tables(const Arguments *arguments)
{
    LudRules rules;
    LudError err;
    List list = {0};
    const char *dir = arguments_value(arguments, "dir");
    if (arguments->operand_count > 1) {
        int status = tables_rules(arguments, &rules);
        if (status != EXIT_SUCCESS)
            return status;
        list.rules = &rules;
    }
    if (arguments_has(arguments, "json"))
        return output_print(lud_json_table_files(dir));
    if (lud_tables_list(dir, show_file, &list, &err) != LUD_OK)
        return report_error(&err);
    if (list.shown == 0 && list.faulty == 0) {
        puts(_("There are no tables here yet. `ludoteca tables build GAME` builds some."));
    } else {
        char size[TABLES_SIZE_TEXT];
        tables_size(list.bytes, size);
        printf(n_("%d table, %s\n", "%d tables, %s\n", (unsigned long)list.shown), list.shown,
               size);
    }
    return list.faulty ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* -- remove ------------------------------------------------------------------------------------ */

static int remove_tables(const Arguments *arguments)
{
    LudRules rules;
    LudError err;
    long least = 0;
    int removed = 0, status = tables_rules(arguments, &rules);
    if (status != EXIT_SUCCESS)
        return status;
    if (!tables_read_layer(arguments, &rules, &least))
        return EXIT_USAGE;
    if (lud_tables_remove(&rules, arguments_value(arguments, "dir"), (int)least, &removed, &err) !=
        LUD_OK)
        return report_error(&err);
    printf(n_("%d table removed.\n", "%d tables removed.\n", (unsigned long)removed), removed);
    return EXIT_SUCCESS;
}

/* -- the command ------------------------------------------------------------------------------- */

static const struct Verb {
    const char *name;
    bool needs_game;
    int (*run)(const Arguments *arguments);
    const char *options; /* those of the command that mean something to it */
} verbs[] = {
    {"build", true, tables_build, "layers seeds dir memory threads columns"},
    {"list", false, list_tables, "dir json"},
    {"info", true, tables_info, "layers seeds dir json"},
    {"probe", true, tables_probe, "position moves fragment batch json dir"},
    {"verify", true, tables_verify, "layers seeds dir memory threads every from"},
    {"remove", true, remove_tables, "layers seeds dir"},
};

static bool is_in(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = words; (at = strstr(at, word)); at += length) {
        bool starts = at == words || at[-1] == ' ';
        if (starts && (at[length] == ' ' || at[length] == '\0'))
            return true;
    }
    return false;
}

static int run_verb(const Arguments *arguments, const struct Verb *verb)
{
    const OptionRow *row = arguments->command->options;
    for (; row->name; row++) {
        if (arguments_has(arguments, row->name) && !is_in(verb->options, row->name))
            return report_usage(_("--%s means nothing to `ludoteca tables %s`; leave it out."),
                                row->name, verb->name);
    }
    if (verb->needs_game && arguments->operand_count < 2)
        return report_usage(_("Of which game? Write: ludoteca tables %s GAME"), verb->name);
    return verb->run(arguments);
}

static int cmd_tables(const Arguments *arguments)
{
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (strcmp(verbs[i].name, arguments->operands[0]) == 0)
            return run_verb(arguments, &verbs[i]);
    }
    return report_usage(
        _("Tables can be: build, list, info, probe, verify, remove; not \"%.60s\"."),
        arguments->operands[0]);
}

static const OptionRow options[] = {
    {"layers", N_("N"),
     N_("tables that are built layer by layer: build, verify, info: up to layer N; remove: from "
        "layer N on")},
    {"seeds", N_("N"), N_("the same, where layers count seeds on the board")},
    {"dir", N_("DIRECTORY"), N_("where the tables are, or are to be; usually the user's own")},
    {"memory", N_("SIZE"), N_("build, verify: use at most so much memory, such as 4G or 500M")},
    {"threads", N_("N"), N_("build, verify: use N threads; usually all processors")},
    {"columns", N_("LIST"),
     N_("build: only some columns, such as value,force; a wrong name is answered by all there "
        "are")},
    {"every", N_("N"), N_("verify: prove only one of every N entries")},
    {"from", N_("N"),
     N_("verify: only layer N and those above it, where layers are built one by one")},
    INQUIRY_OPTIONS,
    {NULL, NULL, NULL},
};

const Command tables_command = {
    .name = "tables",
    .operands = N_("VERB [GAME]"),
    .about = N_("perfect play: build tables, ask them, check them"),
    .details = N_(
        "  build GAME             build what is missing; can be stopped, and goes on later\n"
        "  list [GAME]            the tables that there are\n"
        "  info GAME              for each layer: its number (of pieces on the board), positions,\n"
        "                         won, drawn, lost; positions only of games with a score\n"
        "  probe GAME --position  what the tables say of a position and of every move\n"
        "  verify GAME            prove every entry right, by other means than the builder's\n"
        "  remove GAME            remove them\n"
        "\n"
        "Where a game has a score, tables say which difference the player to move can still\n"
        "force, for every position up to a layer; of other games they say of every position who\n"
        "wins, and in how many moves. Where they are, `max` never gives away what they promise,\n"
        "and analyse shows exact values. Directories are also taken from LUDOTECA_TABLES; if\n"
        "that is set and empty, no tables are used.\n"),
    .least = 1,
    .most = 2,
    .options = options,
    .run = cmd_tables,
};
