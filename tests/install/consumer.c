/* A program as a user of the installed library would write it: sees that library and headers belong
 * together, and plays one random game of each kind. */
#include <stdio.h>

#include <ludoteca/ludoteca.h>

/* What the library hands out goes back to it. */
static bool has_games(void)
{
    char *text = lud_json_games(NULL);
    bool is_there = text && text[0] == '{';
    lud_free(text);
    return is_there;
}

int main(void)
{
    LudRandom random;
    if (lud_version_number() != LUD_VERSION_NUMBER ||
        strcmp(lud_version(), LUD_VERSION_TEXT) != 0 || !has_games())
        return 1;
    lud_random_seed(&random, 1);
    for (int i = 0; i < lud_game_count(); i++) {
        LudRules rules;
        LudState s;
        char text[LUD_STATE_TEXT];
        if (lud_rules_parse(lud_game_at(i)->name, &rules, NULL) != LUD_OK)
            return 1;
        lud_rules_start(&rules, &s);
        lud_playout(rules.game, &s, &random, 1000);
        rules.game->text.state_print(&s, text);
        printf("%s %s\n", rules.game->name, text);
    }
    return 0;
}
