#define _DEFAULT_SOURCE /* initgroups */
#include "server/sandbox.h"

#include <grp.h>
#include <linux/sockios.h>
#include <pwd.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "post/call_filter.h"

/* -- another user ------------------------------------------------------------------------------ */

LudStatus sandbox_become(const char *user, LudError *err)
{
    const struct passwd *known = getpwnam(user);
    if (!known)
        return lud_error_set(err, LUD_EUSAGE,
                             "There is no user \"{1}\" here. --user takes a name that this machine "
                             "knows, such as nobody.",
                             user, (char *)NULL);
    bool is_done = initgroups(user, known->pw_gid) == 0 && setgid(known->pw_gid) == 0 &&
                   setuid(known->pw_uid) == 0;
    if (!is_done || (known->pw_uid != 0 && setuid(0) == 0))
        return lud_error_set(err, LUD_EUSAGE,
                             "Only the administrator can serve as \"{1}\". Leave --user out, or "
                             "start as root.",
                             user, (char *)NULL);
    return LUD_OK;
}

/* -- system calls ------------------------------------------------------------------------------ */

/* What the loop and reading tables call besides. */
static const int allowed[] = {
    SCMP_SYS(accept4),       SCMP_SYS(epoll_ctl), SCMP_SYS(epoll_wait), SCMP_SYS(epoll_pwait),
    SCMP_SYS(epoll_create1), SCMP_SYS(eventfd2),  SCMP_SYS(pipe2),      SCMP_SYS(getcwd),
    SCMP_SYS(fadvise64),     SCMP_SYS(statfs),    SCMP_SYS(fstatfs),
};

/* What keeping games calls besides. */
static const int allowed_to_write[] = {
    SCMP_SYS(open),      SCMP_SYS(openat),    SCMP_SYS(pwrite64),  SCMP_SYS(fsync),
    SCMP_SYS(fdatasync), SCMP_SYS(ftruncate), SCMP_SYS(fallocate), SCMP_SYS(unlink),
    SCMP_SYS(unlinkat),  SCMP_SYS(fchmod),    SCMP_SYS(fchown),    SCMP_SYS(geteuid),
};

static bool allow_files(scmp_filter_ctx filter, bool writes)
{
    return writes ? call_filter_allow(filter, allowed_to_write,
                                      sizeof allowed_to_write / sizeof allowed_to_write[0])
                  : call_filter_allow_reading(filter);
}

/* What talking to a database and a broker calls besides, and looking up where they are. */
static const int allowed_to_connect[] = {
    SCMP_SYS(socket), SCMP_SYS(connect), SCMP_SYS(bind),    SCMP_SYS(recvmmsg), SCMP_SYS(sendmmsg),
    SCMP_SYS(getuid), SCMP_SYS(getgid),  SCMP_SYS(getegid), SCMP_SYS(getppid),
};

static bool allow_networks(scmp_filter_ctx filter, bool connects)
{
    return !connects || call_filter_allow(filter, allowed_to_connect,
                                          sizeof allowed_to_connect / sizeof allowed_to_connect[0]);
}

/* Calls that are harmless with certain arguments only: descriptors made not to block or asked what
 * they hold, signals sent to oneself. */
static bool allow_partly(scmp_filter_ctx filter)
{
    const uint64_t all = UINT64_MAX;
    return call_filter_allow_if(filter, SCMP_SYS(ioctl), 1, all, FIONBIO) &&
           call_filter_allow_if(filter, SCMP_SYS(ioctl), 1, all, SIOCOUTQ) &&
           call_filter_allow_if(filter, SCMP_SYS(tgkill), 0, all, (uint64_t)getpid());
}

bool sandbox_enter(bool writes, bool connects)
{
    scmp_filter_ctx filter = call_filter_begin();
    if (!filter)
        return false;
    bool is_on = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1) == 0 &&
                 call_filter_allow(filter, allowed, sizeof allowed / sizeof allowed[0]) &&
                 allow_files(filter, writes) && allow_networks(filter, connects) &&
                 call_filter_allow_threads(filter) && allow_partly(filter) &&
                 seccomp_load(filter) == 0;
    seccomp_release(filter);
    return is_on;
}
