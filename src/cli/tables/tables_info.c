/* How positions are worth, counted layer by layer. */
#include <inttypes.h>

#include "cli/tables/tables_parts.h"
#include "shell/output.h"

/* A line for each layer. Where all layers come together, what has no positions to count is left
 * out, and so is the sum. */
static int print_counts(const LudRules *rules, LudTables *tables, int most)
{
    bool is_layered = lud_tables_are_layered(rules);
    for (int layer = 0; layer <= most; layer++) {
        LudTableCounts counts;
        LudError err;
        if (lud_tables_count(tables, layer, &counts, &err) != LUD_OK)
            return report_error(&err);
        if (is_layered)
            printf("%d %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", layer, counts.total,
                   counts.won, counts.drawn, counts.lost);
        else if (counts.total > 0)
            printf("%d %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", layer, counts.won, counts.drawn,
                   counts.lost);
    }
    return EXIT_SUCCESS;
}

static int print_json(const LudRules *rules, LudTables *tables, int most)
{
    char *text = NULL;
    LudError err;
    if (lud_json_table_counts(rules, tables, most, &text, &err) != LUD_OK)
        return report_error(&err);
    return output_print(text);
}

int tables_info(const Arguments *arguments)
{
    LudRules rules;
    LudError err;
    LudTables *tables = NULL;
    int status = tables_rules(arguments, &rules);
    if (status != EXIT_SUCCESS)
        return status;
    if (lud_tables_open(&tables, &rules, arguments_value(arguments, "dir"), &err) != LUD_OK)
        return report_error(&err);
    long most = lud_tables_reach(tables, "value");
    if (!lud_tables_are_layered(&rules) && most < 0)
        most = lud_tables_reach(tables, "distance");
    if (!tables_read_layer(arguments, &rules, &most))
        status = EXIT_USAGE;
    else if (most < 0)
        status = print_counts(&rules, tables, 0); /* which says that there are none */
    else if (arguments_has(arguments, "json"))
        status = print_json(&rules, tables, (int)most);
    else
        status = print_counts(&rules, tables, (int)most);
    lud_tables_close(tables);
    return status;
}
