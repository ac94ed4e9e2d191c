#define _POSIX_C_SOURCE 200809L /* strdup, clock_gettime */
#include "server/table_files.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <xxhash.h>

#include <ludoteca/engine.h>
#include <ludoteca/table.h>

#include "server/http_fields.h"
#include "server/problem.h"
#include "wire/json_parts.h"

static const char root[] = "/tables", list_name[] = "index.json";
static const int64_t fresh_us = 60000000, unsettled_us = 1000000;

void table_files_start(TableFiles *files, const char *path, const char *from)
{
    *files = (TableFiles){.path = path, .from = from};
    pthread_mutex_init(&files->lock, NULL);
}

bool table_files_have(const char *path)
{
    size_t length = strlen(root);
    return strncmp(path, root, length) == 0 && (path[length] == '/' || !path[length]);
}

/* -- listing, with the lock held --------------------------------------------------------------- */

typedef struct Listing {
    TableFiles *files;
    Json json;
    int64_t began_ns;
} Listing;

static void forget(TableFiles *files)
{
    for (size_t i = 0; i < files->count; i++)
        free(files->entries[i].path);
    free(files->entries);
    lud_free(files->list);
    files->entries = NULL;
    files->list = NULL;
    files->count = files->room = 0;
}

static bool make_room(TableFiles *files)
{
    if (files->count < files->room)
        return true;
    size_t room = files->room ? 2 * files->room : 64;
    TableEntry *entries = realloc(files->entries, room * sizeof *entries);
    if (!entries)
        return false;
    files->entries = entries;
    files->room = room;
    return true;
}

static const TableEntry *find(const TableFiles *files, const char *name)
{
    for (size_t i = 0; i < files->count; i++) {
        if (strcmp(files->entries[i].name, name) == 0)
            return &files->entries[i];
    }
    return NULL;
}

/* Adds a few bytes of a file to what tells it from others; false if it changes meanwhile. */
static bool add_to_tag(const char *path, const FileStamp *stamp, uint64_t at, uint64_t size,
                       uint64_t *tag)
{
    size_t got = 0;
    FileTail *tail = file_tail_new(path, stamp, at, size);
    char *bytes = tail ? file_tail_read(tail, &got) : NULL;
    if (bytes)
        *tag = XXH3_64bits_withSeed(bytes, got, *tag);
    free(bytes);
    free(tail);
    return bytes != NULL;
}

/* What tells a file from others of the same name without reading all of it: the checksum of its
 * content, its size, and both its ends, which show how it is packed. */
static bool make_tag(const char *path, uint64_t checksum, const FileStamp *stamp, uint64_t *tag)
{
    enum { END_BYTES = 16384 };
    uint64_t end = stamp->size < END_BYTES ? stamp->size : END_BYTES;
    *tag = checksum ^ stamp->size;
    return add_to_tag(path, stamp, 0, end, tag) &&
           add_to_tag(path, stamp, stamp->size - end, end, tag);
}

static void put_number(Json *json, const char *key, uint64_t number)
{
    char text[32];
    snprintf(text, sizeof text, "%016" PRIx64, number);
    json_put_text(json, key, text);
}

/* Files of the same name in several directories are the same table, so the first will do. One that
 * changes while it is looked at may have got another content since its header was read: it has to
 * wait for the next list. NULL if it is left out. */
static const TableEntry *add_entry(Listing *listing, const char *whole_path, uint64_t bytes,
                                   uint64_t checksum)
{
    enum { CLOCK_STEP_NS = 20000000 }; /* more than what times of files are rounded to */
    TableFiles *files = listing->files;
    const char *slash = strrchr(whole_path, '/');
    const char *name = slash ? slash + 1 : whole_path;
    FileStamp stamp;
    uint64_t tag;
    if (find(files, name))
        return NULL;
    if (!file_stamp_take(whole_path, &stamp) || stamp.size != bytes ||
        stamp.changed_ns > listing->began_ns - CLOCK_STEP_NS ||
        !make_tag(whole_path, checksum, &stamp, &tag)) {
        files->is_settled = false;
        return NULL;
    }
    char *path = make_room(files) ? strdup(whole_path) : NULL;
    if (!path) {
        listing->json.text.failed = true;
        return NULL;
    }
    TableEntry *entry = &files->entries[files->count++];
    *entry =
        (TableEntry){.path = path, .name = path + (name - whole_path), .stamp = stamp, .tag = tag};
    return entry;
}

static void add_file(void *context, const LudTableFile *file)
{
    Listing *listing = context;
    Json *json = &listing->json;
    const TableEntry *entry = file->fault.status == LUD_OK
                                  ? add_entry(listing, file->path, file->bytes, file->checksum)
                                  : NULL;
    if (!entry)
        return;
    json_open(json, '{');
    json_put_text(json, "file", entry->name);
    json_put_text(json, "game", file->game);
    json_put_text(json, "column", file->column);
    json_put_integer(json, "layer", file->layer);
    json_put_integer(json, "entries", (int64_t)file->entries);
    json_put_integer(json, "bytes", (int64_t)file->bytes);
    put_number(json, "checksum", file->checksum);
    put_number(json, "tag", entry->tag);
    json_close(json, '}');
}

static void add_strategy(void *context, const LudStrategyFile *file)
{
    Listing *listing = context;
    Json *json = &listing->json;
    const TableEntry *entry = add_entry(listing, file->path, file->bytes, file->checksum);
    if (!entry)
        return;
    json_open(json, '{');
    json_put_text(json, "file", entry->name);
    json_put_text(json, "game", file->game);
    json_put_integer(json, "bytes", (int64_t)file->bytes);
    put_number(json, "tag", entry->tag);
    json_close(json, '}');
}

static void list_anew(TableFiles *files, int64_t now_us)
{
    struct timespec now;
    LudError err;
    clock_gettime(CLOCK_REALTIME, &now);
    Listing listing = {.files = files,
                       .began_ns = (int64_t)now.tv_sec * 1000000000 + (int64_t)now.tv_nsec};
    forget(files);
    files->is_settled = true;
    files->listed_us = now_us;
    json_begin(&listing.json, NULL);
    json_put_text(&listing.json, "from", files->from);
    json_put_open(&listing.json, "tables", '[');
    if (lud_tables_list(files->path, add_file, &listing, &err) != LUD_OK)
        listing.json.text.failed = true;
    json_close(&listing.json, ']');
    json_put_open(&listing.json, "strategies", '[');
    if (lud_strategies_list(add_strategy, &listing, &err) != LUD_OK)
        listing.json.text.failed = true;
    json_close(&listing.json, ']');
    files->list = json_end(&listing.json); /* NULL: it is tried again when somebody asks */
}

/* Has a list that is not older than that. */
static void keep_fresh(TableFiles *files, int64_t now_us, int64_t age_us)
{
    int64_t most_us = files->is_settled && age_us > unsettled_us ? age_us : unsettled_us;
    if (!files->list || now_us - files->listed_us > most_us)
        list_anew(files, now_us);
}

/* -- answering --------------------------------------------------------------------------------- */

static void answer_list(TableFiles *files, const Request *request, Reply *reply)
{
    pthread_mutex_lock(&files->lock);
    keep_fresh(files, request->now_us, fresh_us);
    char *list = files->list ? strdup(files->list) : NULL;
    pthread_mutex_unlock(&files->lock);
    if (!list) {
        problem_reply(reply, PROBLEM_SERVER, NULL);
        return;
    }
    *reply = (Reply){.status = 200,
                     .type = "application/json",
                     .caching = "no-cache",
                     .bytes = list,
                     .size = strlen(list),
                     .owned = list};
    http_tag(request, reply);
}

/* The file of a name as it is now, as a tail that is all of it, for free(). If it is not what the
 * list says the list may be old. NULL if there is none. */
static FileTail *find_file(TableFiles *files, const char *name, int64_t now_us, uint64_t *tag)
{
    FileTail *found = NULL;
    FileStamp stamp;
    pthread_mutex_lock(&files->lock);
    for (int look = 0; !found && look < 2; look++) {
        keep_fresh(files, now_us, look == 0 ? fresh_us : unsettled_us);
        const TableEntry *entry = find(files, name);
        if (!entry || !file_stamp_take(entry->path, &stamp) ||
            !file_stamp_is_same(&stamp, &entry->stamp))
            continue;
        found = file_tail_new(entry->path, &stamp, 0, stamp.size);
        *tag = entry->tag;
    }
    pthread_mutex_unlock(&files->lock);
    return found;
}

/* Whether the request says which bytes it wants (`tag`): 1, 0, or -1 if they are others or it says
 * something else. */
static int read_wish(const Request *request, uint64_t tag)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "tag=%016" PRIx64, tag);
    if (request->argument_count == 0)
        return 0;
    return request->argument_count == 1 && strcmp(request->arguments[0], wanted) == 0 ? 1 : -1;
}

/* Leaves of the file what the request wants; false if that can't be had. */
static bool cut_range(const Request *request, FileTail *tail, Reply *reply)
{
    uint64_t first, last, size = tail->left;
    bool is_wanted =
        request->method == METHOD_GET && request->range && *request->range &&
        (!request->if_range || !*request->if_range || strcmp(request->if_range, reply->tag) == 0);
    RangeKind kind = is_wanted ? http_range(request->range, size, &first, &last) : RANGE_NONE;
    if (kind == RANGE_NONE)
        return true;
    if (kind == RANGE_BAD) {
        problem_reply(reply, PROBLEM_RANGE,
                      "One range of bytes within the file is expected, such as bytes=0-65535.");
        snprintf(reply->range, sizeof reply->range, "bytes */%" PRIu64, size);
        return false;
    }
    reply->status = 206;
    snprintf(reply->range, sizeof reply->range, "bytes %" PRIu64 "-%" PRIu64 "/%" PRIu64, first,
             last, size);
    tail->at = first;
    tail->left = last - first + 1;
    return true;
}

/* Reads the first part, which often is all; the rest follows from the disk. */
static void fill(const Request *request, FileTail *tail, Reply *reply)
{
    if (request->method == METHOD_GET && tail->left > 0) {
        reply->bytes = reply->owned = file_tail_read(tail, &reply->size);
        if (!reply->owned) {
            problem_reply(reply, PROBLEM_BUSY, "The file is being changed; ask again.");
            reply->retry_after_s = 1;
            return;
        }
    }
    reply->following = tail->left;
    if (request->method == METHOD_GET && tail->left > 0)
        reply->tail = tail;
}

static void answer_file(TableFiles *files, const char *name, const Request *request, Reply *reply)
{
    char text[REPLY_TAG];
    uint64_t tag = 0;
    FileTail *tail = find_file(files, name, request->now_us, &tag);
    int wish = tail ? read_wish(request, tag) : -1;
    if (wish < 0) {
        problem_reply(reply, PROBLEM_NOT_FOUND,
                      "There is no such table here, or not with this tag; /tables/index.json lists "
                      "what there is.");
        free(tail);
        return;
    }
    *reply = (Reply){.status = 200,
                     .type = "application/octet-stream",
                     .caching = wish ? "public, max-age=31536000, immutable" : "no-cache",
                     .takes_ranges = true};
    snprintf(text, sizeof text, "%016" PRIx64, tag);
    http_tag_known(request, reply, text, NULL);
    if (reply->status == 200 && cut_range(request, tail, reply))
        fill(request, tail, reply);
    if (!reply->tail)
        free(tail);
}

void table_files_answer(TableFiles *files, const Request *request, Reply *reply)
{
    const char *name = request->path + strlen(root) + (request->path[strlen(root)] == '/');
    if (request->is_path_too_long)
        problem_reply(reply, PROBLEM_TOO_LONG, NULL);
    else if (!method_only_reads(request->method))
        problem_reply(reply, PROBLEM_METHOD, NULL);
    else if (request->method == METHOD_OPTIONS)
        *reply = (Reply){.status = 204, .caching = "no-store", .allow = "GET, HEAD, OPTIONS"};
    else if (strcmp(name, list_name) == 0 && request->argument_count == 0)
        answer_list(files, request, reply);
    else
        answer_file(files, name, request, reply);
    reply->is_shared = true;
}

void table_files_end(TableFiles *files)
{
    forget(files);
    pthread_mutex_destroy(&files->lock);
}
