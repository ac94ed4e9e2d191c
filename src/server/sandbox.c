#define _GNU_SOURCE /* initgroups, CLONE_THREAD */
#include "server/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/sockios.h>
#include <pwd.h>
#include <sched.h>
#include <seccomp.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <unistd.h>

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

/* What the loop, its threads, reading tables and the C library itself call. */
static const int allowed[] = {
    /* connections */
    SCMP_SYS(accept4),
    SCMP_SYS(read),
    SCMP_SYS(readv),
    SCMP_SYS(recvfrom),
    SCMP_SYS(recvmsg),
    SCMP_SYS(write),
    SCMP_SYS(writev),
    SCMP_SYS(sendto),
    SCMP_SYS(sendmsg),
    SCMP_SYS(shutdown),
    SCMP_SYS(close),
    SCMP_SYS(getsockname),
    SCMP_SYS(getpeername),
    SCMP_SYS(getsockopt),
    SCMP_SYS(setsockopt),
    SCMP_SYS(epoll_ctl),
    SCMP_SYS(epoll_wait),
    SCMP_SYS(epoll_pwait),
    SCMP_SYS(epoll_create1),
    SCMP_SYS(eventfd2),
    SCMP_SYS(pipe2),
    SCMP_SYS(poll),
    SCMP_SYS(ppoll),
    /* files, as they are */
    SCMP_SYS(pread64),
    SCMP_SYS(lseek),
    SCMP_SYS(fstat),
    SCMP_SYS(newfstatat),
    SCMP_SYS(stat),
    SCMP_SYS(lstat),
    SCMP_SYS(statx),
    SCMP_SYS(getdents64),
    SCMP_SYS(access),
    SCMP_SYS(faccessat),
    SCMP_SYS(faccessat2),
    SCMP_SYS(readlink),
    SCMP_SYS(readlinkat),
    SCMP_SYS(getcwd),
    SCMP_SYS(fadvise64),
    SCMP_SYS(fcntl),
    SCMP_SYS(statfs),
    SCMP_SYS(fstatfs),
    /* memory, threads, time, signals */
    SCMP_SYS(brk),
    SCMP_SYS(mmap),
    SCMP_SYS(munmap),
    SCMP_SYS(mremap),
    SCMP_SYS(mprotect),
    SCMP_SYS(madvise),
    SCMP_SYS(futex),
    SCMP_SYS(set_robust_list),
    SCMP_SYS(rseq),
    SCMP_SYS(set_tid_address),
    SCMP_SYS(sched_yield),
    SCMP_SYS(sched_getaffinity),
    SCMP_SYS(getpid),
    SCMP_SYS(gettid),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(restart_syscall),
    SCMP_SYS(clock_gettime),
    SCMP_SYS(clock_nanosleep),
    SCMP_SYS(nanosleep),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(time),
    SCMP_SYS(getrandom),
    SCMP_SYS(getrlimit),
    SCMP_SYS(sysinfo),
    SCMP_SYS(uname),
};

/* Allows a call if these bits of one of its arguments are so. */
static bool allow_if(scmp_filter_ctx filter, int call, unsigned argument, uint64_t bits,
                     uint64_t value)
{
    const struct scmp_arg_cmp claim = {argument, SCMP_CMP_MASKED_EQ, bits, value};
    return seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, 1, &claim) == 0;
}

/* What keeping games calls besides. */
static const int allowed_to_write[] = {
    SCMP_SYS(open),      SCMP_SYS(openat),    SCMP_SYS(pwrite64),  SCMP_SYS(fsync),
    SCMP_SYS(fdatasync), SCMP_SYS(ftruncate), SCMP_SYS(fallocate), SCMP_SYS(unlink),
    SCMP_SYS(unlinkat),  SCMP_SYS(fchmod),    SCMP_SYS(fchown),    SCMP_SYS(geteuid),
};

static bool allow_all(scmp_filter_ctx filter, const int *calls, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, calls[i], 0) != 0)
            return false;
    }
    return true;
}

static bool allow_plain(scmp_filter_ctx filter, bool writes)
{
    const uint64_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;
    if (!allow_all(filter, allowed, sizeof allowed / sizeof allowed[0]))
        return false;
    if (writes)
        return allow_all(filter, allowed_to_write,
                         sizeof allowed_to_write / sizeof allowed_to_write[0]);
    return allow_if(filter, SCMP_SYS(openat), 2, writing, 0) &&
           allow_if(filter, SCMP_SYS(open), 1, writing, 0);
}

/* Calls that are harmless with certain arguments only: processes cloned as threads, descriptors
 * made not to block or asked what they hold, limits asked for and not set, signals sent to oneself.
 */
static bool allow_partly(scmp_filter_ctx filter)
{
    const uint64_t all = UINT64_MAX;
    return allow_if(filter, SCMP_SYS(clone), 0, CLONE_THREAD, CLONE_THREAD) &&
           allow_if(filter, SCMP_SYS(ioctl), 1, all, FIONBIO) &&
           allow_if(filter, SCMP_SYS(ioctl), 1, all, SIOCOUTQ) &&
           allow_if(filter, SCMP_SYS(prlimit64), 2, all, 0) &&
           allow_if(filter, SCMP_SYS(tgkill), 0, all, (uint64_t)getpid()) &&
           /* Its arguments lie in memory, where no filter looks; libc then takes clone(). */
           seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0;
}

bool sandbox_enter(bool writes)
{
    if (SANDBOX_IS_HINDERED)
        return false;
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!filter)
        return false;
    bool is_on = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1) == 0 &&
                 allow_plain(filter, writes) && allow_partly(filter) && seccomp_load(filter) == 0;
    seccomp_release(filter);
    return is_on;
}
