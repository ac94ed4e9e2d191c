/* The process that stands between the server and the one that sends notices: it starts that one,
 * and another when it ends, which the server itself, once it is confined, can't do. */
#ifndef LUD_POST_POST_KEEPER_H
#define LUD_POST_POST_KEEPER_H

#include "post/post_office.h"

typedef struct KeeperSettings {
    OfficeSettings office;
    bool (*confine)(void *context); /* as in PostmanSettings */
    void *context;
} KeeperSettings;

/* In a new process, which ends here once the server has closed its end of the socket. */
_Noreturn void keeper_run(int socket, const KeeperSettings *settings);

#endif
