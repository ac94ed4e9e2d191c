#include "shell/tables_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shell/language.h"
#include "shell/output.h"
#include "shell/report.h"

enum { PATH_BYTES = 4096 };

void tables_size(uint64_t bytes, char text[TABLES_SIZE_TEXT])
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB"};
    double size = (double)bytes;
    int unit = 0;
    while (size >= 999.5 && unit < 4) {
        size /= 1000;
        unit++;
    }
    snprintf(text, TABLES_SIZE_TEXT, size < 9.95 && unit > 0 ? "%.1f %s" : "%.0f %s", size,
             units[unit]);
}

bool tables_read_size(const char *text, uint64_t *bytes)
{
    enum { MOST_DIGITS = 12 };
    static const char units[] = "KMGT";
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > MOST_DIGITS)
        return false;
    uint64_t size = strtoull(text, NULL, 10);
    const char *unit = text + digits;
    if (*unit) {
        const char *found = strchr(units, *unit >= 'a' && *unit <= 'z' ? *unit - 'a' + 'A' : *unit);
        if (!found)
            return false;
        size <<= 10 * (found - units + 1);
        unit++;
        unit += strcmp(unit, "iB") == 0 ? 2 : strcmp(unit, "B") == 0 ? 1 : 0;
    }
    *bytes = size;
    return size > 0 && !*unit;
}

void tables_time(double seconds, char text[TABLES_TIME_TEXT])
{
    if (seconds < 60)
        snprintf(text, TABLES_TIME_TEXT, _("%.1f s"), seconds);
    else if (seconds < 3600)
        snprintf(text, TABLES_TIME_TEXT, _("%.0f min"), seconds / 60);
    else
        snprintf(text, TABLES_TIME_TEXT, _("%.1f h"), seconds / 3600);
}

/* The first serves every game. */
static const char *const layer_options[] = {"layers", "seeds"};
enum { LAYER_OPTIONS = sizeof layer_options / sizeof layer_options[0] };

const char *tables_given_layer(const Arguments *arguments)
{
    for (int i = 0; i < LAYER_OPTIONS; i++) {
        if (arguments_has(arguments, layer_options[i]))
            return layer_options[i];
    }
    return NULL;
}

/* The option that says most to people who know the game. */
static const char *name_option(const LudRules *rules)
{
    for (int i = 1; i < LAYER_OPTIONS; i++) {
        if (strcmp(layer_options[i], lud_tables_layer_name(rules)) == 0)
            return layer_options[i];
    }
    return layer_options[0];
}

static bool refuse_option(const char *option, const LudRules *rules)
{
    report_usage(_("--%s means nothing to %s; leave it out."), option, rules->game->name);
    return false;
}

bool tables_read_layer(const Arguments *arguments, const LudRules *rules, long *layer)
{
    const char *own = name_option(rules);
    for (int i = 1; i < LAYER_OPTIONS; i++) {
        if (arguments_has(arguments, layer_options[i]) && strcmp(layer_options[i], own) != 0)
            return refuse_option(layer_options[i], rules);
    }
    int most = lud_tables_top_layer(rules);
    return arguments_number(arguments, layer_options[0], 0, most, layer) &&
           (own == layer_options[0] || arguments_number(arguments, own, 0, most, layer));
}

bool tables_check_layer(const Arguments *arguments, const LudRules *rules, bool is_needed)
{
    const char *given = tables_given_layer(arguments);
    bool is_layered = lud_tables_are_layered(rules);
    if (given && !is_layered)
        return refuse_option(given, rules);
    if (is_layered && is_needed && !given)
        report_usage(_("Up to how many %s? Write for example --%s 16."),
                     _(lud_tables_layer_name(rules)), name_option(rules));
    return given || !is_layered || !is_needed;
}

void tables_say_there(const char *dir)
{
    char shown[PATH_BYTES];
    printf(_("All these tables are there already: %s\n"), output_shown(dir, shown, sizeof shown));
}

void tables_say_needs(const LudTableNeeds *needs, const char *dir)
{
    char shown[PATH_BYTES], disk[TABLES_SIZE_TEXT], room[TABLES_SIZE_TEXT],
        memory[TABLES_SIZE_TEXT], time[TABLES_TIME_TEXT];
    tables_size(needs->disk_bytes, disk);
    tables_size(needs->disk_room, room);
    tables_size(needs->memory_bytes, memory);
    tables_time(needs->seconds, time);
    fprintf(stderr,
            n_("%d table in %s, %llu positions to work out.\n",
               "%d tables in %s, %llu positions to work out.\n", (unsigned long)needs->files),
            needs->files, output_shown(dir, shown, sizeof shown),
            (unsigned long long)needs->positions);
    fprintf(stderr, _("This takes about %s of disk (%s are free), %s of memory and %s.\n"), disk,
            room, memory, time);
}

void tables_say_proof(const LudTableNeeds *needs)
{
    char memory[TABLES_SIZE_TEXT], time[TABLES_TIME_TEXT];
    tables_size(needs->memory_bytes, memory);
    tables_time(needs->seconds, time);
    fprintf(stderr, _("%llu entries to prove. This takes about %s of memory and %s.\n"),
            (unsigned long long)needs->positions, memory, time);
}
