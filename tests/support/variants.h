/* Every combination of options that a game accepts. */
#ifndef LUD_TESTS_VARIANTS_H
#define LUD_TESTS_VARIANTS_H

#include <ludoteca/judging.h>

enum { VARIANTS_MOST = 64, VARIANT_TEXT = LUD_RULES_TEXT };

/* Fills `list` (VARIANTS_MOST places) and returns the number; refused combinations are left out. */
int variants_list(const LudGame *game, LudRules *list);
/* All options spelled out, "slam=keep,cycle=own" (VARIANT_TEXT bytes): what the references read. */
void variants_options(const LudRules *rules, char *text);
/* The rules that `text` names; the test program ends if it names none. */
LudRules variants_rules(const char *text);
/* A position of these rules; the test program ends if `text` is none. */
LudState variants_position(const LudRules *rules, const char *text);

#endif
