#include "pylos.h"

enum { VARIANT, SECOND, RECOVERY, RESERVE, BASE };

const LudOptionSpec pylos_options[PYLOS_OPTION_COUNT] = {
    [VARIANT] = {"variant",
                 {"standard", "child", "expert"},
                 0,
                 "what earns balls back",
                 {"a square of one's colour", "nothing", "a square or a line of one's colour"}},
    [SECOND] = {"second",
                {"any", "free"},
                0,
                "which ball may come back second",
                {"also one that the first set free", "only one that was free already"}},
    [RECOVERY] = {"recovery",
                  {"must", "may"},
                  0,
                  "whether a ball has to be taken back",
                  {"one or two", "none, one or two"}},
    [RESERVE] = {"reserve",
                 {"lose", "raise"},
                 0,
                 "a player whose reserve is empty",
                 {"loses", "plays on as long as a ball can be raised"}},
    [BASE] = {"base",
              {"4", "3"},
              0,
              "the size of the lowest level",
              {"4 x 4, 15 balls each", "3 x 3, 7 balls each"}},
};

LudStatus pylos_options_settle(LudOptions *options, LudError *err)
{
    if (options->value[BASE] == 1 && options->value[VARIANT] == 2)
        return lud_error_set(err, LUD_EUSAGE,
                             "Lines need a base of four: leave out {1} or leave out {2}.",
                             "variant=expert", "base=3", (char *)NULL);
    return LUD_OK;
}

void pylos_state_start(PylosState *s, const LudOptions *options)
{
    static const uint8_t variant_rules[] = {0, PYLOS_CHILD, PYLOS_EXPERT};
    bool is_small = options->value[BASE] == 1;
    memset(s, 0, sizeof *s);
    s->ground = is_small ? PYLOS_LEVEL_1 : 0;
    s->own_reserve = s->other_reserve = is_small ? 7 : 15;
    s->rules = (uint8_t)(variant_rules[options->value[VARIANT]] |
                         (options->value[SECOND] == 1 ? PYLOS_SECOND_FREE : 0) |
                         (options->value[RECOVERY] == 1 ? PYLOS_MAY_KEEP : 0) |
                         (options->value[RESERVE] == 1 ? PYLOS_RAISE_ON : 0) |
                         (is_small ? PYLOS_BASE_3 : 0));
}
