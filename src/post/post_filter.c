#define _GNU_SOURCE /* CLONE_THREAD */
#include "post/post_filter.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include "base/sanitized.h"

/* What connecting, TLS, looking up names, threads and the C library itself call. */
static const int allowed[] = {
    SCMP_SYS(connect),
    SCMP_SYS(bind),
    SCMP_SYS(read),
    SCMP_SYS(readv),
    SCMP_SYS(recvfrom),
    SCMP_SYS(recvmsg),
    SCMP_SYS(recvmmsg),
    SCMP_SYS(write),
    SCMP_SYS(writev),
    SCMP_SYS(sendto),
    SCMP_SYS(sendmsg),
    SCMP_SYS(sendmmsg),
    SCMP_SYS(shutdown),
    SCMP_SYS(close),
    SCMP_SYS(getsockname),
    SCMP_SYS(getpeername),
    SCMP_SYS(getsockopt),
    SCMP_SYS(setsockopt),
    SCMP_SYS(poll),
    SCMP_SYS(ppoll),
    SCMP_SYS(select),
    SCMP_SYS(pselect6),
    SCMP_SYS(ioctl),
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
    SCMP_SYS(fcntl),
    SCMP_SYS(brk),
    SCMP_SYS(mmap),
    SCMP_SYS(munmap),
    SCMP_SYS(mremap),
    SCMP_SYS(mprotect),
    SCMP_SYS(madvise),
    SCMP_SYS(futex),
    SCMP_SYS(set_robust_list),
    SCMP_SYS(rseq),
    SCMP_SYS(sched_yield),
    SCMP_SYS(sched_getaffinity),
    SCMP_SYS(getpid),
    SCMP_SYS(getppid),
    SCMP_SYS(gettid),
    SCMP_SYS(getuid),
    SCMP_SYS(geteuid),
    SCMP_SYS(getgid),
    SCMP_SYS(getegid),
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
    SCMP_SYS(set_tid_address),
};

/* What starting such a process over and over calls besides. */
static const int allowed_to_keepers[] = {
    SCMP_SYS(clone),   SCMP_SYS(fork),      SCMP_SYS(wait4),     SCMP_SYS(prctl),
    SCMP_SYS(seccomp), SCMP_SYS(setrlimit), SCMP_SYS(prlimit64),
};

static bool allow_all(scmp_filter_ctx filter, const int *calls, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, calls[i], 0) != 0)
            return false;
    }
    return true;
}

/* Allows a call if these bits of one of its arguments are so. */
static bool allow_if(scmp_filter_ctx filter, int call, unsigned argument, uint64_t bits,
                     uint64_t value)
{
    const struct scmp_arg_cmp claim = {argument, SCMP_CMP_MASKED_EQ, bits, value};
    return seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, 1, &claim) == 0;
}

/* Sockets of the internet, and the one by which names are looked up; none of this machine's, behind
 * which there may be anything. Files only to be read. */
static bool allow_partly(scmp_filter_ctx filter)
{
    const uint64_t all = UINT64_MAX, writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;
    return allow_if(filter, SCMP_SYS(socket), 0, all, AF_INET) &&
           allow_if(filter, SCMP_SYS(socket), 0, all, AF_INET6) &&
           allow_if(filter, SCMP_SYS(socket), 0, all, AF_NETLINK) &&
           allow_if(filter, SCMP_SYS(openat), 2, writing, 0) &&
           allow_if(filter, SCMP_SYS(open), 1, writing, 0) &&
           /* Its arguments lie in memory, where no filter looks; libc then takes clone(). */
           seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0;
}

static bool allow_children(scmp_filter_ctx filter, bool forks)
{
    if (forks)
        return allow_all(filter, allowed_to_keepers,
                         sizeof allowed_to_keepers / sizeof allowed_to_keepers[0]);
    return allow_if(filter, SCMP_SYS(clone), 0, CLONE_THREAD, CLONE_THREAD) &&
           allow_if(filter, SCMP_SYS(prlimit64), 2, UINT64_MAX, 0);
}

bool post_filter_enter(bool forks)
{
    if (BASE_IS_SANITIZED)
        return false;
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!filter)
        return false;
    bool is_on = allow_all(filter, allowed, sizeof allowed / sizeof allowed[0]) &&
                 allow_partly(filter) && allow_children(filter, forks) && seccomp_load(filter) == 0;
    seccomp_release(filter);
    return is_on;
}
