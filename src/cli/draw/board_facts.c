#include "cli/draw/board_facts.h"

#include <stdio.h>
#include <stdlib.h>

/* Twelve pits, then the two stores. */
static void count_oware(const char *position, int held[])
{
    const char *at = position;
    for (int field = 0; at && field < 14; field++) {
        if (field >= 12)
            held[field - 12] = atoi(at);
        at = strchr(at, '-');
        at = at ? at + 1 : NULL;
    }
}

/* How often a letter stands in the board part, which ends at the first space. */
static int count_letter(const char *position, char letter)
{
    int count = 0;
    for (const char *at = position; *at && *at != ' '; at++)
        count += *at == letter;
    return count;
}

/* "r:… b:… 20-20 r": the hands are the third word. */
static void count_six(const char *position, int held[])
{
    const char *at = strchr(position, ' ');
    at = at ? strchr(at + 1, ' ') : NULL;
    if (at && sscanf(at, "%d-%d", &held[0], &held[1]) != 2)
        held[0] = held[1] = 0;
}

void board_facts(const LudRules *rules, const char *position, BoardFacts *facts)
{
    const char *name = rules->game->name;
    *facts = (BoardFacts){0};
    if (strcmp(name, "oware") == 0) {
        facts->key = "store";
        count_oware(position, facts->held);
    } else if (strcmp(name, "pylos") == 0) {
        const char *base = lud_rules_value(rules, "base");
        int balls = base && strcmp(base, "3") == 0 ? 7 : 15;
        facts->key = "reserve";
        facts->held[0] = balls - count_letter(position, 'w');
        facts->held[1] = balls - count_letter(position, 'b');
    } else if (strcmp(name, "six") == 0) {
        facts->key = "hand";
        count_six(position, facts->held);
    } else if (strcmp(name, "dados") == 0) {
        facts->key = "chips";
        for (int i = 0; i < LUD_MAX_SIDES; i++)
            facts->held[i] = 20 - count_letter(position, "gbr"[i]);
    }
}
