#include "server/content_talk.h"

#include <string.h>
#include <strings.h>

#include "server/http_talk.h"
#include "server/problem.h"

/* Whatever its type is said to be: programs such as curl say that of a form, and forms of other
 * pages have an Origin that gives them away. */
static bool check_content(const RequestHead *head, Reply *reply)
{
    if (head->content_length > CONTENT_BYTES)
        problem_reply(reply, PROBLEM_TOO_LARGE, NULL);
    else if (head->has_coding && (head->is_old || strcasecmp(head->coding, "chunked") != 0))
        problem_reply(reply, PROBLEM_MALFORMED,
                      "Content may come in chunks and in no other coding.");
    else
        return true;
    return false;
}

/* A page elsewhere may not have the browser do things here. */
static bool check_origin(const Connection *connection, Reply *reply)
{
    const RequestHead *head = connection->reader.head;
    if (!head->has_origin || hosts_is_same_origin(head->origin, head->host, connection->scheme))
        return true;
    problem_reply(reply, PROBLEM_FORBIDDEN, "Another page may not do this here.");
    return false;
}

bool content_talk_admits(const Connection *connection, Reply *reply)
{
    return check_origin(connection, reply) && check_content(connection->reader.head, reply);
}

void content_talk_expect(Connection *connection)
{
    static const char invitation[] = "HTTP/1.1 100 Continue\r\n\r\n";
    const RequestHead *head = connection->reader.head;
    http_talk_wait_visibly(connection);
    head_reader_expect_content(&connection->reader);
    if (!head->is_old && strcasecmp(head->expect, "100-continue") == 0)
        connection_hint(connection, invitation, strlen(invitation));
}

void content_talk_refuse(Reply *reply, HeadOutcome outcome)
{
    problem_reply(reply,
                  outcome == HEAD_LONG     ? PROBLEM_TOO_LARGE
                  : outcome == HEAD_MEMORY ? PROBLEM_SERVER
                                           : PROBLEM_MALFORMED,
                  NULL);
}
