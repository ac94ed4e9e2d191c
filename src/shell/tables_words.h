/* Layers, sizes and times of tables in words, for all programs that build them. */
#ifndef LUD_SHELL_TABLES_WORDS_H
#define LUD_SHELL_TABLES_WORDS_H

#include <stdbool.h>

#include <ludoteca/table.h>

#include "shell/arguments.h"

enum { TABLES_SIZE_TEXT = 32, TABLES_TIME_TEXT = 64 };

/* "3.1 MB": as disks and memory are counted, by thousands. */
void tables_size(uint64_t bytes, char text[TABLES_SIZE_TEXT]);
/* "4G", "500M", "2000000": digits and a unit, by 1024. */
bool tables_read_size(const char *text, uint64_t *bytes);
/* How long people would call it. */
void tables_time(double seconds, char text[TABLES_TIME_TEXT]);
/* Up to which layer: --layers N, or by the name of what a game's layers count, where the command
 * has an option of that name (--seeds N). `layer` keeps its default if there is none; false after a
 * message, also for what layers of other games count. */
bool tables_read_layer(const Arguments *arguments, const LudRules *rules, long *layer);
/* The option among these that was given, or NULL. */
const char *tables_given_layer(const Arguments *arguments);
/* Asks for the layer of a build that lacks it; false after that. A game solved as a whole must not
 * have one. */
bool tables_check_layer(const Arguments *arguments, const LudRules *rules, bool is_needed);
/* Says that there is nothing to build. */
void tables_say_there(const char *dir);
/* Says on standard error what a build will need. */
void tables_say_needs(const LudTableNeeds *needs, const char *dir);
/* The same of a proof. */
void tables_say_proof(const LudTableNeeds *needs);

#endif
