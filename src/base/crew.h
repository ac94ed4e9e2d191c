/* Threads that stay, for work that comes in many short pieces: starting them anew for each piece
 * would take longer than the piece. */
#ifndef LUD_BASE_CREW_H
#define LUD_BASE_CREW_H

typedef struct BaseCrew BaseCrew;

/* A crew of `count` (at least 1), the caller's thread included; NULL when out of memory. A thread
 * that can't be started is left out. */
BaseCrew *base_crew_new(int count);
/* Ends the threads; NULL is allowed. */
void base_crew_free(BaseCrew *crew);
/* Calls work(context, 0 … shares - 1), at most a million for each of the crew, each once, the
 * caller's thread included: each begins with the same stretch every time and then helps the others;
 * returns when all have returned. In a process that was forked off the threads, which stayed
 * behind, are started again. */
void base_crew_run(BaseCrew *crew, int shares, void (*work)(void *context, int share),
                   void *context);

#endif
