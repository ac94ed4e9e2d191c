/* Node counts: reads tests/data/perft, lines "GAME  POSITION  n1 n2 n3 …" from depth 1 on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/perft.h>

#include "support/data_file.h"
#include "support/tap.h"
#include "support/variants.h"

/* Above these the slow loop, or a sanitized build, would take too long. */
static const uint64_t generic_leaves = 300000, short_leaves = 200000;

static void check(const DataFile *file)
{
    LudRules rules = variants_rules(file->field[0]);
    LudState s;
    if (strcmp(file->field[1], "start") == 0)
        lud_rules_start(&rules, &s);
    else
        s = variants_position(&rules, file->field[1]);
    int depth = 0, faults = 0;
    for (char *word = strtok(file->field[2], " "); word; word = strtok(NULL, " ")) {
        uint64_t wanted = strtoull(word, NULL, 10);
        depth++;
        if (tap_is_short() && wanted > short_leaves)
            break;
        uint64_t found = lud_perft(rules.game, &s, depth);
        if (found == wanted && wanted <= generic_leaves)
            found = lud_perft_generic(rules.game, &s, depth);
        if (found != wanted) {
            faults++;
            tap_note("depth %d: %llu, wanted %llu", depth, (unsigned long long)found,
                     (unsigned long long)wanted);
        }
    }
    tap_report(faults == 0 && depth > 0, "%s:%d %s to depth %d", file->name, file->line,
               file->field[0], depth);
}

static void run_file(const char *path)
{
    DataFile file;
    data_file_open(&file, path);
    while (data_file_next(&file)) {
        if (file.fields == 3)
            check(&file);
        else
            tap_report(false, "%s:%d: %d fields", file.name, file.line, file.fields);
    }
    data_file_close(&file);
}

int main(int argc, char **argv)
{
    if (argc != 3 || data_file_each(argv[1], argv[2], run_file) == 0)
        tap_report(false, "usage: test_perft DIRECTORY PREFIX, with files that match");
    return tap_finish();
}
