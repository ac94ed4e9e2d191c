#include "server/page.h"

#include <stdlib.h>
#include <string.h>

#include "server/http_fields.h"
#include "server/page_files.h"
#include "server/page_folder.h"
#include "server/refusal.h"

static const char kept[] = "public, max-age=31536000, immutable", asked_each_time[] = "no-cache";

static void refuse(Reply *reply)
{
    static const char text[] =
        "<!doctype html><meta charset=utf-8><title>404</title>"
        "<p lang=es>En esta dirección no hay nada. <a href=/>Ir al principio</a></p>"
        "<p lang=en>There is nothing at this address. <a href=/>Go to the beginning</a></p>";
    *reply = (Reply){.status = 404,
                     .type = "text/html; charset=utf-8",
                     .caching = asked_each_time,
                     .bytes = text,
                     .size = sizeof text - 1};
}

/* -- built in ---------------------------------------------------------------------------------- */

static int compare_path(const void *key, const void *file)
{
    return strcmp(key, ((const PageFile *)file)->path);
}

static void answer_built_in(const char *path, const Request *request, Reply *reply)
{
    const PageFile *file =
        bsearch(path, page_files, page_file_count, sizeof page_files[0], compare_path);
    if (!file) {
        refuse(reply);
        return;
    }
    const PageBytes *form = &file->plain;
    const char *variant = NULL;
    if (file->brotli.bytes && http_accepts(request->accept_encoding, "br")) {
        form = &file->brotli;
        variant = "br";
    } else if (file->gzip.bytes && http_accepts(request->accept_encoding, "gzip")) {
        form = &file->gzip;
        variant = "gzip";
    }
    *reply = (Reply){.status = 200,
                     .type = http_media_type(path),
                     .encoding = variant,
                     .caching = http_is_hashed(path) ? kept : asked_each_time,
                     .varies = file->brotli.bytes || file->gzip.bytes,
                     .bytes = form->bytes,
                     .size = form->size};
    http_tag_known(request, reply, file->tag, variant);
}

/* -- from a directory -------------------------------------------------------------------------- */

static void answer_from(const char *folder, const char *path, const Request *request, Reply *reply)
{
    size_t size = 0;
    char *bytes = page_folder_read(folder, path, &size);
    if (!bytes) {
        refuse(reply);
        return;
    }
    *reply = (Reply){.status = 200,
                     .type = http_media_type(path),
                     .caching = asked_each_time,
                     .bytes = bytes,
                     .size = size,
                     .owned = bytes};
    http_tag(request, reply);
}

void page_answer(const char *folder, const Request *request, Reply *reply)
{
    const char *path = strcmp(request->path, "/") == 0 ? "/index.html" : request->path;
    if (request->is_path_too_long)
        refusal_reply(reply, 414);
    else if (folder)
        answer_from(folder, path, request, reply);
    else
        answer_built_in(path, request, reply);
}
