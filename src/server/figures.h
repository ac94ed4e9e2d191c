/* What the server has done so far, counted by all its threads, for those who look after it. */
#ifndef LUD_SERVER_FIGURES_H
#define LUD_SERVER_FIGURES_H

#include <stdatomic.h>

#include "base/text.h"
#include "online/hall.h"
#include "server/relay.h"

enum { FIGURE_ROUTES = 48, FIGURE_STATUSES = 32 };

typedef struct Figures {
    atomic_llong requests[FIGURE_ROUTES][FIGURE_STATUSES]; /* answered */
    atomic_llong connections;                              /* that came in */
    atomic_llong greetings_refused;                        /* of TLS, by the rate */
    int memory; /* a descriptor that tells of it, or -1 */
} Figures;

void figures_start(Figures *figures);
void figures_end(Figures *figures);
/* Counts an answer by its path and status. */
void figures_count(Figures *figures, const char *path, int status);

/* What is only known when it is asked. */
typedef struct FiguresNow {
    int connections, most_connections, errands;
    Hall *hall;   /* NULL: there is none */
    Relay *relay; /* likewise */
} FiguresNow;

/* Writes all of them in the text format of Prometheus. */
void figures_write(Figures *figures, const FiguresNow *now, Text *text);

#endif
