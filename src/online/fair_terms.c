#include "online/fair_terms.h"

#include <stdio.h>
#include <string.h>

#include <ludoteca/match.h>

/* -- words ------------------------------------------------------------------------------------- */

void fair_terms_print(const FairTerms *terms, char text[FAIR_TERMS_TEXT])
{
    char rules[LUD_RULES_TEXT], kinds[LUD_MAX_SEATS + 1] = "";
    lud_rules_print(&terms->rules, rules);
    for (int i = 0; i < terms->players; i++)
        kinds[i] = terms->is_computer[i] ? 'c' : 'p';
    snprintf(text, FAIR_TERMS_TEXT, "%s %s %s%s%s %s", terms->id, rules, kinds,
             terms->draws_lots ? " lots" : "", terms->rolls_off ? " rolloff" : "",
             terms->is_shared ? "all" : "server");
}

/* Takes the next word; NULL if there is none, or it is too long. */
static const char *take_word(const char *at, char *word, size_t size)
{
    size_t length = at ? strcspn(at, " ") : size;
    if (length == 0 || length >= size)
        return NULL;
    memcpy(word, at, length);
    word[length] = '\0';
    return at[length] == ' ' ? at + length + 1 : at + length;
}

/* Takes this word if it is the next. */
static bool take_this(const char **at, const char *word)
{
    size_t length = strlen(word);
    if (!*at || strncmp(*at, word, length) != 0)
        return false;
    *at += length;
    return true;
}

static bool read_kinds(const char *kinds, FairTerms *terms)
{
    terms->players = (int)strlen(kinds);
    for (int i = 0; i < terms->players; i++) {
        if (kinds[i] != 'p' && kinds[i] != 'c')
            return false;
        terms->is_computer[i] = kinds[i] == 'c';
    }
    return true;
}

/* What is read must be what would be written: a change that changed nothing would not be found. */
bool fair_terms_read(const char *text, FairTerms *terms)
{
    char rules[LUD_RULES_TEXT], kinds[LUD_MAX_SEATS + 1], again[FAIR_TERMS_TEXT];
    *terms = (FairTerms){0};
    const char *at = take_word(text, terms->id, sizeof terms->id);
    at = take_word(at, rules, sizeof rules);
    at = take_word(at, kinds, sizeof kinds);
    if (!at || lud_rules_parse(rules, &terms->rules, NULL) != LUD_OK || !read_kinds(kinds, terms))
        return false;
    terms->draws_lots = take_this(&at, "lots ");
    terms->rolls_off = take_this(&at, "rolloff ");
    terms->is_shared = strcmp(at, "all") == 0;
    LudState start;
    lud_rules_start(&terms->rules, &start);
    fair_terms_print(terms, again);
    return terms->rules.game->rules.seats(&start) == terms->players && strcmp(text, again) == 0;
}

void fair_name_player(int player, char name[FAIR_NAME])
{
    snprintf(name, FAIR_NAME, "player %d", player + 1);
}

/* -- draws ------------------------------------------------------------------------------------- */

FairDice fair_throw(const FairSource *source, const char *purpose, int number)
{
    enum { FACES = 6 };
    int drawn = (int)fair_draw(source, purpose, (uint32_t)number, FACES * FACES);
    return (FairDice){.first = drawn / FACES + 1, .second = drawn % FACES + 1};
}

void fair_draw_lots(const FairSource *source, int players, int player_of[LUD_MAX_SEATS])
{
    int waiting[LUD_MAX_SEATS];
    for (int i = 0; i < players; i++)
        waiting[i] = i;
    for (int seat = 0; seat < players; seat++) {
        int left = players - seat;
        int lot = (int)fair_draw(source, "lots", (uint32_t)seat, (uint32_t)left);
        player_of[seat] = waiting[lot];
        waiting[lot] = waiting[left - 1];
    }
}

int fair_throw_off(const FairSource *source, int seats, FairThrow throws[FAIR_THROWS], int *winner)
{
    LudRollOff off;
    int total[LUD_MAX_SEATS][2], count = 0;
    lud_roll_off_begin(&off, seats);
    do {
        for (int i = 0; i < 2 * seats; i++) {
            int seat = i / 2;
            if (!off.leads[seat])
                continue;
            FairDice dice = fair_throw(source, "throw", count);
            total[seat][i % 2] = dice.first + dice.second;
            if (count < FAIR_THROWS)
                throws[count] = (FairThrow){.seat = seat, .dice = dice};
            count++;
        }
    } while (!lud_roll_off_take(&off, total));
    *winner = off.winner;
    return count;
}
