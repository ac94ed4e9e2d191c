/* Sizes and times of tables in words, for all programs that build them. */
#ifndef LUD_SHELL_TABLES_WORDS_H
#define LUD_SHELL_TABLES_WORDS_H

#include <stdbool.h>

#include <ludoteca/table.h>

enum { TABLES_SIZE_TEXT = 32, TABLES_TIME_TEXT = 64 };

/* "3.1 MB": as disks and memory are counted, by thousands. */
void tables_size(uint64_t bytes, char text[TABLES_SIZE_TEXT]);
/* "4G", "500M", "2000000": digits and a unit, by 1024. */
bool tables_read_size(const char *text, uint64_t *bytes);
/* How long people would call it. */
void tables_time(double seconds, char text[TABLES_TIME_TEXT]);
/* Says that there is nothing to build. */
void tables_say_there(const char *dir);
/* Says on standard error what a build will need. */
void tables_say_needs(const LudTableNeeds *needs, const char *dir);

#endif
