#include "server/hello_guard.h"

enum { HANDSHAKE = 22, CLIENT_HELLO = 1, CLIENT_KEY_EXCHANGE = 16 };

/* The head of a message is whole. After an exchange of keys what comes is sealed. */
static bool judge_message(HelloGuard *guard)
{
    const unsigned char *head = guard->message;
    guard->message_left = (size_t)head[1] << 16 | (size_t)head[2] << 8 | head[3];
    guard->message_size = 0;
    guard->is_over = head[0] == CLIENT_KEY_EXCHANGE;
    return head[0] != CLIENT_HELLO || guard->message_left <= HELLO_BYTES;
}

/* Messages may go on in the next record, and records may hold several. */
static bool take_content(HelloGuard *guard, unsigned char byte)
{
    guard->record_left--;
    if (guard->record[0] != HANDSHAKE)
        return true;
    if (guard->message_left > 0) {
        guard->message_left--;
        return true;
    }
    guard->message[guard->message_size++] = byte;
    return guard->message_size < sizeof guard->message || judge_message(guard);
}

static void take_head(HelloGuard *guard, unsigned char byte)
{
    guard->record[guard->record_size++] = byte;
    if (guard->record_size < sizeof guard->record)
        return;
    guard->record_size = 0;
    guard->record_left = (size_t)guard->record[3] << 8 | guard->record[4];
}

bool hello_guard_admits(HelloGuard *guard, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size && !guard->is_over; i++) {
        if (guard->record_left == 0)
            take_head(guard, (unsigned char)bytes[i]);
        else if (!take_content(guard, (unsigned char)bytes[i]))
            return false;
    }
    return true;
}
