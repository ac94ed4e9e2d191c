#define _GNU_SOURCE /* syscall, O_PATH */
#include "server/fence.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What later versions of the system know than the headers that this is built with. */
enum {
    KNOWS_TRUNCATING = 3,
    KNOWS_NETWORKS = 4,
    KNOWS_DEVICES = 5,
    KNOWS_SCOPES = 6,
    FIRST_RIGHTS = (1 << 13) - 1, /* execute, write, read, list, remove, make … */
    TRUNCATE = 1 << 14,
    DEVICES = 1 << 15,
    BIND = 1,
    BIND_AND_CONNECT = 3,
    SIGNALS_AND_SOCKETS = 3,
};

typedef struct Rules {
    uint64_t files, networks, scopes;
} Rules;

static const uint64_t reading = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
static const uint64_t writing = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG |
                                LANDLOCK_ACCESS_FS_REMOVE_FILE | TRUNCATE;
static const uint64_t of_files =
    LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | TRUNCATE;

bool fence_start(Fence *fence, bool connects)
{
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1)
        return false;
    Rules rules = {.files = FIRST_RIGHTS | (version >= KNOWS_TRUNCATING ? TRUNCATE : 0) |
                            (version >= KNOWS_DEVICES ? DEVICES : 0),
                   .networks = connects ? BIND : BIND_AND_CONNECT,
                   .scopes = SIGNALS_AND_SOCKETS};
    size_t size = sizeof rules.files * (version >= KNOWS_SCOPES     ? 3
                                        : version >= KNOWS_NETWORKS ? 2
                                                                    : 1);
    fence->rights = rules.files;
    fence->rules = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
    return fence->rules >= 0;
}

void fence_leave(Fence *fence, const char *path, bool for_writing)
{
    struct stat status;
    int place = open(path, O_PATH | O_CLOEXEC);
    if (place < 0)
        return;
    uint64_t rights = reading | (for_writing ? writing : 0);
    if (fstat(place, &status) == 0 && !S_ISDIR(status.st_mode))
        rights &= of_files;
    const struct landlock_path_beneath_attr rule = {.allowed_access = rights & fence->rights,
                                                    .parent_fd = place};
    syscall(SYS_landlock_add_rule, fence->rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(place);
}

bool fence_close(Fence *fence)
{
    bool is_closed = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                     syscall(SYS_landlock_restrict_self, fence->rules, 0) == 0;
    close(fence->rules);
    return is_closed;
}
