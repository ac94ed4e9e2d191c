#include "cli/commands/serve_log.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINES = 1024, LINE_BYTES = 1280, END_WAIT_MS = 500 };

struct ServeLog {
    pthread_t writer;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    char lines[LINES][LINE_BYTES]; /* a ring */
    int first, count;
    unsigned long lost; /* since the last line that was taken */
    bool is_writing, is_ending, has_ended;
};

/* -- writing ----------------------------------------------------------------------------------- */

/* Waits for a line and copies it; false if no more will come. */
static bool next_line(ServeLog *log, char line[LINE_BYTES])
{
    pthread_mutex_lock(&log->lock);
    while (log->count == 0 && !log->is_ending)
        pthread_cond_wait(&log->changed, &log->lock);
    bool is_there = log->count > 0;
    if (is_there) {
        memcpy(line, log->lines[log->first], LINE_BYTES);
        log->first = (log->first + 1) % LINES;
        log->count--;
    } else {
        log->has_ended = true;
        pthread_cond_broadcast(&log->changed);
    }
    pthread_mutex_unlock(&log->lock);
    return is_there;
}

static void *write_lines(void *context)
{
    char line[LINE_BYTES];
    while (next_line(context, line)) {
        const char *at = line;
        ssize_t part = 1;
        for (size_t left = strlen(line); left > 0 && part > 0; left -= (size_t)part, at += part)
            do
                part = write(STDERR_FILENO, at, left);
            while (part < 0 && errno == EINTR);
    }
    return NULL;
}

ServeLog *serve_log_new(void)
{
    ServeLog *log = calloc(1, sizeof *log);
    if (!log)
        return NULL;
    pthread_mutex_init(&log->lock, NULL);
    pthread_cond_init(&log->changed, NULL);
    return log;
}

bool serve_log_start(ServeLog *log)
{
    log->is_writing = pthread_create(&log->writer, NULL, write_lines, log) == 0;
    return log->is_writing;
}

/* -- what is written --------------------------------------------------------------------------- */

static void fill(ServeLog *log, char line[LINE_BYTES], const char *text)
{
    char when[32] = "", lost[64] = "";
    time_t now = time(NULL);
    struct tm parts;
    if (gmtime_r(&now, &parts))
        strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &parts);
    if (log->lost > 0)
        snprintf(lost, sizeof lost, "%s - %lu lines were lost\n", when, log->lost);
    snprintf(line, LINE_BYTES, "%s%s %.1120s\n", lost, when, text);
    log->lost = 0;
}

void serve_log_add(void *context, const char *text)
{
    ServeLog *log = context;
    pthread_mutex_lock(&log->lock);
    if (log->count < LINES)
        fill(log, log->lines[(log->first + log->count++) % LINES], text);
    else
        log->lost++;
    pthread_cond_signal(&log->changed);
    pthread_mutex_unlock(&log->lock);
}

void serve_log_end(ServeLog *log)
{
    if (!log || !log->is_writing) {
        free(log);
        return;
    }
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += END_WAIT_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&log->lock);
    log->is_ending = true;
    pthread_cond_broadcast(&log->changed);
    int late = 0;
    while (!log->has_ended && late == 0)
        late = pthread_cond_timedwait(&log->changed, &log->lock, &until);
    bool has_ended = log->has_ended;
    pthread_mutex_unlock(&log->lock);
    if (!has_ended)
        return; /* its thread is stuck in a write; both go with the process */
    pthread_join(log->writer, NULL);
    free(log);
}
