/* The process that sends notices, from within: it takes jobs from the server, carries several at a
 * time, tries again what failed for now, and answers for each. */
#ifndef LUD_POST_POST_OFFICE_H
#define LUD_POST_POST_OFFICE_H

#include <stdatomic.h>

#include "post/delivery.h"

typedef struct OfficeSettings {
    DeliverySettings delivery;
    int try_ms;   /* for one try */
    int pause_ms; /* before the second one; each further pause is four times as long */
} OfficeSettings;

/* Works until the server has closed its end; false if it can't begin to. `taken` is the number of
 * the last job that it took, which outlives the process. */
bool office_run(int socket, const OfficeSettings *settings, _Atomic uint64_t *taken);

#endif
