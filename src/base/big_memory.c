/* For madvise, which POSIX does not have. */
#define _DEFAULT_SOURCE
#include "base/big_memory.h"

#include <stdint.h>
#include <stdlib.h>
#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

enum { LINE = 64, LARGE_PAGE = 2 << 20 };

void *base_big_alloc(size_t size_bytes)
{
    size_t unit = size_bytes >= LARGE_PAGE ? LARGE_PAGE : LINE;
    if (size_bytes > SIZE_MAX - unit)
        return NULL;
    size_t whole = (size_bytes + unit - 1) / unit * unit;
    void *memory = aligned_alloc(unit, whole);
#ifdef MADV_HUGEPAGE
    /* A wish: without it everything works as well, only slower. */
    if (memory && unit == LARGE_PAGE)
        (void)madvise(memory, whole, MADV_HUGEPAGE);
#endif
    return memory;
}

void base_big_forget(void *from, size_t size_bytes)
{
#ifdef MADV_DONTNEED
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = (uintptr_t)from;
    uintptr_t first = (begin + page - 1) / page * page, end = (begin + size_bytes) / page * page;
    if (first < end)
        (void)madvise((uint8_t *)from + (first - begin), (size_t)(end - first), MADV_DONTNEED);
#else
    (void)from, (void)size_bytes;
#endif
}
