#define _GNU_SOURCE /* CLONE_THREAD */
#include "post/call_filter.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>

#include "base/sanitized.h"

static const int usual[] = {
    /* connections */
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
    SCMP_SYS(fcntl),
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

bool call_filter_allow(scmp_filter_ctx filter, const int *calls, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, calls[i], 0) != 0)
            return false;
    }
    return true;
}

bool call_filter_allow_if(scmp_filter_ctx filter, int call, unsigned argument, uint64_t bits,
                          uint64_t value)
{
    const struct scmp_arg_cmp claim = {argument, SCMP_CMP_MASKED_EQ, bits, value};
    return seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, 1, &claim) == 0;
}

bool call_filter_allow_reading(scmp_filter_ctx filter)
{
    const uint64_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;
    return call_filter_allow_if(filter, SCMP_SYS(openat), 2, writing, 0) &&
           call_filter_allow_if(filter, SCMP_SYS(open), 1, writing, 0);
}

bool call_filter_allow_threads(scmp_filter_ctx filter)
{
    return call_filter_allow_if(filter, SCMP_SYS(clone), 0, CLONE_THREAD, CLONE_THREAD) &&
           call_filter_allow_if(filter, SCMP_SYS(prlimit64), 2, UINT64_MAX, 0);
}

/* The arguments of clone3() lie in memory, where no filter looks; libc then takes clone(). */
scmp_filter_ctx call_filter_begin(void)
{
    scmp_filter_ctx filter = BASE_IS_SANITIZED ? NULL : seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!filter)
        return NULL;
    if (call_filter_allow(filter, usual, sizeof usual / sizeof usual[0]) &&
        seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0)
        return filter;
    seccomp_release(filter);
    return NULL;
}
