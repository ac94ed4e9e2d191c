/* What is left of a process in its sandbox and behind its fence; each is tried in a child. */
#define _DEFAULT_SOURCE /* syscall */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/fence.h"
#include "server/sandbox.h"
#include "support/unit.h"

enum { CANNOT = 100 };

static void *do_nothing(void *context)
{
    return context;
}

static bool has_threads(void)
{
    pthread_t thread;
    return pthread_create(&thread, NULL, do_nothing, NULL) == 0 && pthread_join(thread, NULL) == 0;
}

/* The exit status of a child that runs this. */
static int run_child(int (*body)(void))
{
    int status = -1;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        _exit(body());
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* -- system calls ------------------------------------------------------------------------------ */

/* What no server can do: which claim failed, or 0. */
static int try_common(void)
{
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0 || errno != EPERM)
        return 4;
    if (fork() >= 0 || errno != EPERM)
        return 5;
    if (execl("/bin/true", "true", (char *)NULL) >= 0 || errno != EPERM)
        return 6;
    if (setuid(1) == 0 || kill(getppid(), 0) == 0 ||
        syscall(SYS_tgkill, getppid(), getppid(), 0) == 0)
        return 8;
    return has_threads() ? 0 : 9;
}

static int try_reading(void)
{
    char byte;
    int file = open("/dev/null", O_RDONLY);
    if (!sandbox_enter(false, false))
        return CANNOT;
    if (open("/proc/self/status", O_RDONLY) < 0 || read(file, &byte, 1) != 0)
        return 1;
    if (open("/dev/null", O_WRONLY) >= 0 || errno != EPERM)
        return 2;
    if (open("/tmp/ludoteca-sandbox", O_RDONLY | O_CREAT, 0600) >= 0 || errno != EPERM)
        return 3;
    if (unlink("/tmp/ludoteca-none") == 0 || errno != EPERM)
        return 7;
    return try_common();
}

static int try_writing(void)
{
    char name[] = "/tmp/ludoteca-sandbox-XXXXXX";
    if (!sandbox_enter(true, false))
        return CANNOT;
    int file = mkstemp(name);
    if (file < 0 || write(file, "x", 1) != 1 || fsync(file) != 0 || ftruncate(file, 0) != 0)
        return 1;
    if (unlink(name) != 0)
        return 2;
    if (mkdir("/tmp/ludoteca-sandbox", 0700) == 0 || errno != EPERM ||
        rename("/tmp/ludoteca-none", "/tmp/ludoteca-none-2") == 0 || errno != EPERM)
        return 3;
    return try_common();
}

static void test_sandbox(void **unused)
{
    int wanted = SANDBOX_IS_HINDERED ? CANNOT : 0;
    (void)unused;
    assert_int_equal(run_child(try_reading), wanted);
    assert_int_equal(run_child(try_writing), wanted);
}

/* -- files ------------------------------------------------------------------------------------- */

static char place[64], inside[96], shown[96], hidden[96];

static bool can_open(const char *path, int how)
{
    int file = open(path, how, 0600);
    if (file >= 0)
        close(file);
    else if (errno != EACCES)
        _exit(99);
    return file >= 0;
}

static int try_fence(void)
{
    Fence fence;
    if (!fence_start(&fence, false))
        return CANNOT;
    fence_leave(&fence, inside, true);
    fence_leave(&fence, shown, false);
    fence_leave(&fence, "/ludoteca/not/there", true);
    if (!fence_close(&fence) || chdir(inside) != 0)
        return 1;
    if (!can_open("new", O_RDWR | O_CREAT | O_EXCL) || !can_open("new", O_WRONLY | O_TRUNC))
        return 2;
    if (unlink("new") != 0 || mkdir("folder", 0700) == 0 || symlink("a", "b") == 0)
        return 3;
    if (!can_open(shown, O_RDONLY) || can_open(shown, O_WRONLY))
        return 4;
    if (can_open(hidden, O_RDONLY) || can_open(hidden, O_WRONLY) ||
        can_open("/etc/passwd", O_RDONLY))
        return 5;
    if (can_open(place, O_RDONLY) || unlink(hidden) == 0)
        return 6;
    if (execl("/bin/true", "true", (char *)NULL) >= 0 || errno != EACCES)
        return 7;
    return has_threads() ? 0 : 8;
}

static void touch(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT, 0600);
    assert_true(file >= 0);
    close(file);
}

static void test_fence(void **unused)
{
    (void)unused;
    strcpy(place, "/tmp/ludoteca-fence-XXXXXX");
    assert_non_null(mkdtemp(place));
    snprintf(inside, sizeof inside, "%s/inside", place);
    snprintf(shown, sizeof shown, "%s/shown", place);
    snprintf(hidden, sizeof hidden, "%s/hidden", place);
    assert_int_equal(mkdir(inside, 0700), 0);
    touch(shown);
    touch(hidden);
    int status = run_child(try_fence);
    unlink(shown);
    unlink(hidden);
    rmdir(inside);
    rmdir(place);
    if (status == CANNOT)
        skip(); /* a system without Landlock */
    assert_int_equal(status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sandbox),
        cmocka_unit_test(test_fence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
