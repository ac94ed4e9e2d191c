/* A disk in memory, for SQLite under the name FORGETFUL_NAME, that forgets when the power fails
 * what was not synced; it can be full, or fail otherwise, for a while.
 *
 * Names of files are as fleeting as what is in them: one that was made or removed is so for certain
 * only once the directory was synced, which happens where SQLite's own way to Unix does it. */
#ifndef LUD_TESTS_FORGETFUL_VFS_H
#define LUD_TESTS_FORGETFUL_VFS_H

#include <stdbool.h>

#include <ludoteca/random.h>

#define FORGETFUL_NAME "forgetful"

/* What becomes of a write that was not synced when the power failed. */
typedef enum ForgetfulMood {
    FORGETFUL_LOSES,   /* gone */
    FORGETFUL_KEEPS,   /* there */
    FORGETFUL_PICKS,   /* the one or the other, whatever the order */
    FORGETFUL_TEARS,   /* the same for each of its sectors */
    FORGETFUL_GARBLES, /* and some sectors hold anything */
    FORGETFUL_MOODS,
} ForgetfulMood;

/* Makes it known to SQLite, once. */
void forgetful_install(void);
/* An empty disk with power; no file may be open. */
void forgetful_erase(void);

/* During the n-th operation from now on that changes the disk (from 1) the power fails, and all
 * fails with it until it is back. 0: it does not. */
void forgetful_cut_power(int operation);
bool forgetful_has_power(void);
/* The power is back, and every file is what is left of it. None may be open. */
void forgetful_restore(ForgetfulMood mood, LudRandom *random);

/* From the n-th operation on, `count` of them fail with this result of SQLite's, and do nothing. */
void forgetful_refuse(int operation, int count, int result);
/* How many have failed so since. */
int forgetful_refused(void);

#endif
