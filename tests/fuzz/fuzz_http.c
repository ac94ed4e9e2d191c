/* Bytes as the network brings them. The first says how they are cut into pieces, and whether the
 * content of requests is read; however they are cut, the requests in them must be the same. */
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "server/hosts.h"
#include "server/request_head.h"
#include "server/target.h"

/* What was understood, for comparison. */
static void note(Text *notes, RequestHead *head)
{
    Request request = {.method = head->method};
    const char *authority = NULL;
    text_printf(notes, "%d %d%d%d%d %d|%s|%s|%s|%s|%s|%s|%s|", head->method, head->is_old,
                head->is_kept, head->has_content, head->is_upgrade, head->host_count, head->host,
                head->origin, head->upgrade, head->socket_key, head->socket_version,
                head->accept_encoding, head->if_none_match);
    if (!head->target.bytes || !target_read(head->target.bytes, &request, &authority)) {
        text_add(notes, "no target\n");
        return;
    }
    fuzz_expect("path", request.path[0] == '/' || strcmp(request.path, "*") == 0);
    text_printf(notes, "%s|%s|", authority ? authority : "", request.path);
    for (int i = 0; i < request.argument_count && i < REQUEST_ARGUMENTS; i++)
        text_printf(notes, "%s|", request.arguments[i]);
    text_add(notes, "\n");
}

static void expect_sane(const RequestHead *head)
{
    static const Hosts hosts = {.bind = "127.0.0.1", .given = "a.example,b.example"};
    fuzz_expect("kept in spite of content", !(head->has_content && head->is_kept));
    if (strchr(head->host, ' ') || strchr(head->host, ','))
        fuzz_expect("host", !hosts_know(&hosts, head->host));
}

/* What was read of a content, which may have been read in pieces. */
static void note_content(Text *notes, const RequestHead *head)
{
    fuzz_expect("content too long", head->content.length <= CONTENT_BYTES);
    text_printf(notes, "%d %zu|", head->is_kept, head->content.length);
    if (head->content.length > 0)
        text_add_bytes(notes, head->content.bytes, head->content.length);
}

/* Reads all requests in pieces of `piece` bytes, as a connection does. */
static void read_all(const char *bytes, size_t size, size_t piece, bool has_appetite, Text *notes)
{
    HeadReader reader;
    HeadOutcome outcome = HEAD_PART;
    head_reader_start(&reader);
    while (size > 0 && (outcome == HEAD_PART || outcome == HEAD_WHOLE)) {
        size_t part = size < piece ? size : piece, taken = 0;
        outcome = head_reader_take(&reader, bytes, part, &taken);
        fuzz_expect("taken", taken <= part && (outcome != HEAD_PART || taken == part));
        bytes += taken;
        size -= taken;
        if (outcome != HEAD_WHOLE)
            continue;
        if (reader.is_content) {
            note_content(notes, reader.head);
        } else {
            expect_sane(reader.head);
            note(notes, reader.head);
            if (has_appetite && reader.head->has_content) {
                head_reader_expect_content(&reader);
                outcome = HEAD_PART;
                continue;
            }
        }
        if (!reader.head->is_kept)
            break;
        head_reader_next(&reader);
    }
    text_printf(notes, "%d", outcome);
    head_reader_end(&reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    Text whole = {0}, pieces = {0};
    bool has_appetite = data[0] >= 128;
    read_all((const char *)data + 1, size - 1, size, has_appetite, &whole);
    read_all((const char *)data + 1, size - 1, data[0] % 64 + 1, has_appetite, &pieces);
    fuzz_expect_equal("pieces", pieces.bytes, whole.bytes);
    text_free(&whole);
    text_free(&pieces);
    return 0;
}
