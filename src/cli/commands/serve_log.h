/* The server's log: lines for standard error, written by a thread of their own, so that whoever
 * does not read them keeps no player waiting. */
#ifndef LUD_CLI_COMMANDS_SERVE_LOG_H
#define LUD_CLI_COMMANDS_SERVE_LOG_H

#include <stdbool.h>

typedef struct ServeLog ServeLog;

/* NULL if memory is lacking. */
ServeLog *serve_log_new(void);
/* Begins to write; lines may have been added before. False if threads are lacking. */
bool serve_log_start(ServeLog *log);
/* Adds a line with its time; as LudServerSettings.log. If too many wait to be written it is lost,
 * and the next one that is not says how many were. */
void serve_log_add(void *log, const char *line);
/* Writes what waits, unless nobody reads it; NULL is allowed. */
void serve_log_end(ServeLog *log);

#endif
