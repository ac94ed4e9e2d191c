#include "support/variants.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static int values(const LudOptionSpec *spec)
{
    int count = 0;
    while (spec->values[count])
        count++;
    return count;
}

void variants_options(const LudRules *rules, char *text)
{
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < rules->game->option_count; i++) {
        const LudOptionSpec *spec = &rules->game->options[i];
        length += (size_t)snprintf(text + length, VARIANT_TEXT - length, "%s%s=%s", i ? "," : "",
                                   spec->key, spec->values[rules->options.value[i]]);
        assert(length < VARIANT_TEXT);
    }
}

int variants_list(const LudGame *game, LudRules *list)
{
    int digit[LUD_MAX_OPTIONS] = {0};
    int count = 0;
    for (;;) {
        LudRules chosen = {.game = game};
        for (int i = 0; i < game->option_count; i++)
            chosen.options.value[i] = (int8_t)digit[i];
        char options[VARIANT_TEXT], text[2 * VARIANT_TEXT];
        variants_options(&chosen, options);
        snprintf(text, sizeof text, "%s%s%s", game->name, options[0] ? ":" : "", options);
        assert(count < VARIANTS_MOST);
        if (lud_rules_parse(text, &list[count], NULL) == LUD_OK)
            count++;
        /* Counts on like an odometer whose wheels have as many digits as an option has values. */
        int wheel = 0;
        while (wheel < game->option_count && ++digit[wheel] == values(&game->options[wheel]))
            digit[wheel++] = 0;
        if (wheel == game->option_count)
            return count;
    }
}

static void give_up(const char *text, const LudError *err)
{
    char message[1024];
    lud_error_text(err, NULL, message, sizeof message);
    fprintf(stderr, "%s: %s\n", text, message);
    exit(EXIT_FAILURE);
}

LudRules variants_rules(const char *text)
{
    LudRules rules;
    LudError err;
    if (lud_rules_parse(text, &rules, &err) != LUD_OK)
        give_up(text, &err);
    return rules;
}

LudState variants_position(const LudRules *rules, const char *text)
{
    LudState s;
    LudError err;
    if (rules->game->text.state_parse(&s, &rules->options, text, 0, &err) != LUD_OK)
        give_up(text, &err);
    return s;
}
