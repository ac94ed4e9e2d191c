/* A request as the server sees it, one part a line: method, path, Accept-Encoding, If-None-Match,
 * then parameters. Every reply must be whole, and asking again with its tag must answer that
 * nothing has changed. */
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "server/site.h"
#include "support/json_check.h"

/* No tables, and the same site for all requests, as in a server. */
static Site site = {.api = {.shelf = {.path = "", .lock = PTHREAD_MUTEX_INITIALIZER}}};

static char *next_line(char **rest)
{
    char *line = *rest;
    size_t length = strcspn(line, "\n");
    *rest = line[length] ? line + length + 1 : line + length;
    line[length] = '\0';
    return line;
}

static void expect_json(const Reply *reply)
{
    fuzz_expect("no JSON", json_check_object(reply->bytes, reply->size));
    if (reply->status >= 400)
        fuzz_expect("another status",
                    json_check_number(reply->bytes, reply->size, "status") == reply->status);
    else
        fuzz_expect("no version", json_check_number(reply->bytes, reply->size, "version") == 1);
}

static void expect_whole(const Request *request, const Reply *reply)
{
    bool is_bare = reply->status == 204 || reply->status == 304;
    fuzz_expect("status", reply->status >= 200 && reply->status < 500);
    fuzz_expect("content", is_bare == (reply->type == NULL) && is_bare == (reply->size == 0));
    fuzz_expect("caching", reply->caching && *reply->caching);
    fuzz_expect("allow", !reply->allow || reply->status == 405 || reply->status == 204);
    fuzz_expect("encoding", !reply->encoding || reply->varies);
    if (api_has(request->path) && !is_bare)
        expect_json(reply);
}

static void expect_unchanged(Request request, const Reply *reply)
{
    Reply again;
    request.if_none_match = reply->tag;
    site_answer(&site, &request, &again);
    fuzz_expect("changed", again.status == 304);
    fuzz_expect_equal("tag", again.tag, reply->tag);
    lud_free(again.owned);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *rest = text;
    Method method = (Method)(*next_line(&rest) % METHODS);
    Request request = {.method = method, .path = next_line(&rest)};
    request.accept_encoding = next_line(&rest);
    request.if_none_match = next_line(&rest);
    while (*rest && request.argument_count <= REQUEST_ARGUMENTS) {
        const char *argument = next_line(&rest);
        if (request.argument_count < REQUEST_ARGUMENTS)
            request.arguments[request.argument_count] = argument;
        request.argument_count++;
    }
    Reply reply;
    site_answer(&site, &request, &reply);
    expect_whole(&request, &reply);
    if (reply.status == 200 && reply.tag[0])
        expect_unchanged(request, &reply);
    lud_free(reply.owned);
    free(text);
    return 0;
}
