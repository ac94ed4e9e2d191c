#include "post/post_filter.h"

#include <sys/socket.h>

#include "post/call_filter.h"

/* What connecting and looking up names call besides. */
static const int allowed[] = {
    SCMP_SYS(connect), SCMP_SYS(bind),     SCMP_SYS(recvmmsg), SCMP_SYS(sendmmsg),
    SCMP_SYS(select),  SCMP_SYS(pselect6), SCMP_SYS(ioctl),    SCMP_SYS(getppid),
    SCMP_SYS(getuid),  SCMP_SYS(geteuid),  SCMP_SYS(getgid),   SCMP_SYS(getegid),
};

/* What starting such a process over and over calls besides. */
static const int allowed_to_keepers[] = {
    SCMP_SYS(clone),   SCMP_SYS(fork),      SCMP_SYS(wait4),     SCMP_SYS(prctl),
    SCMP_SYS(seccomp), SCMP_SYS(setrlimit), SCMP_SYS(prlimit64),
};

/* Sockets of the internet, and the one by which names are looked up; none of this machine's, behind
 * which there may be anything. */
static bool allow_sockets(scmp_filter_ctx filter)
{
    return call_filter_allow_if(filter, SCMP_SYS(socket), 0, UINT64_MAX, AF_INET) &&
           call_filter_allow_if(filter, SCMP_SYS(socket), 0, UINT64_MAX, AF_INET6) &&
           call_filter_allow_if(filter, SCMP_SYS(socket), 0, UINT64_MAX, AF_NETLINK);
}

static bool allow_children(scmp_filter_ctx filter, bool forks)
{
    return forks ? call_filter_allow(filter, allowed_to_keepers,
                                     sizeof allowed_to_keepers / sizeof allowed_to_keepers[0])
                 : call_filter_allow_threads(filter);
}

bool post_filter_enter(bool forks)
{
    scmp_filter_ctx filter = call_filter_begin();
    if (!filter)
        return false;
    bool is_on = call_filter_allow(filter, allowed, sizeof allowed / sizeof allowed[0]) &&
                 allow_sockets(filter) && call_filter_allow_reading(filter) &&
                 allow_children(filter, forks) && seccomp_load(filter) == 0;
    seccomp_release(filter);
    return is_on;
}
