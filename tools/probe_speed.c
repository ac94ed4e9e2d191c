/* How long tables take to answer: from a block that is decoded already, and from one that has to
 * be decoded but whose bytes are in memory. probe_speed RULES DIR LAYER */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ludoteca/table.h>

#include "core/tabulation.h"

enum { POSITIONS = 4096, BLOCKS = 128, ROUNDS = 15 };

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Nanoseconds a probe, over all positions in their order. */
static double time_probes(LudTables *tables, const LudState *list, int count)
{
    LudTableAnswer answer;
    int found = 0;
    double begin = now_ns();
    for (int i = 0; i < count; i++)
        found += lud_tables_probe(tables, &list[i], &answer);
    double spent = now_ns() - begin;
    if (found != count) {
        fprintf(stderr, "probe_speed: %d of %d positions are not in the tables\n", count - found,
                count);
        exit(EXIT_FAILURE);
    }
    return spent / count;
}

/* The tables are opened anew for every round; `is_warm`: and asked once before it counts. */
static void report(const char *what, const LudRules *rules, const char *dir, const LudState *list,
                   int count, bool is_warm)
{
    double took[ROUNDS];
    for (int i = -1; i < ROUNDS; i++) { /* the first one brings the files into memory */
        LudTables *tables;
        LudError err;
        if (lud_tables_open(&tables, rules, dir, &err) != LUD_OK)
            exit(EXIT_FAILURE);
        if (is_warm)
            time_probes(tables, list, count);
        double ns = time_probes(tables, list, count);
        if (i >= 0)
            took[i] = ns;
        lud_tables_close(tables);
    }
    qsort(took, ROUNDS, sizeof took[0], compare);
    printf("%s: %.0f ns a probe (median of %d rounds; %.0f to %.0f)\n", what, took[ROUNDS / 2],
           ROUNDS, took[0], took[ROUNDS - 1]);
}

int main(int argc, char **argv)
{
    LudRules rules;
    LudError err;
    if (argc != 4 || lud_rules_parse(argv[1], &rules, &err) != LUD_OK || !rules.game->tabulation) {
        fprintf(stderr, "usage: probe_speed RULES DIR LAYER, with tables of LAYER in DIR\n");
        return 2;
    }
    const LudGameTabulation *t = rules.game->tabulation;
    int layer = atoi(argv[3]);
    uint64_t size = t->size(&rules.options, layer);
    LudState *list = calloc(POSITIONS, sizeof *list);
    if (!list || size < POSITIONS)
        return EXIT_FAILURE;
    for (int i = 0; i < POSITIONS; i++)
        t->unrank(&list[i], &rules.options, layer, size / 2 + (uint64_t)i);
    report("neighbours, asked before", &rules, argv[2], list, POSITIONS, true);
    for (int i = 0; i < BLOCKS; i++) /* so far apart that each lies in a block of its own */
        t->unrank(&list[i], &rules.options, layer, size / BLOCKS * (uint64_t)i);
    report("a block to decode for each", &rules, argv[2], list, BLOCKS, false);
    free(list);
    return EXIT_SUCCESS;
}
