/* A message of a game's WebSocket. Whatever it is, the reply is JSON that repeats its ref; what is
 * understood is a deed of docs/ONLINE.md or a token. */
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "server/game_message.h"
#include "support/json_check.h"

static void expect_reply(const char *ref, const Reply *reply)
{
    char *text = game_message_reply(ref, reply);
    fuzz_expect("a reply", text != NULL);
    fuzz_expect("JSON", json_check_object(text, strlen(text)));
    fuzz_expect("status", json_check_number(text, strlen(text), "status") == reply->status);
    if (ref && *ref != '"')
        fuzz_expect("ref", strstr(text, ref) != NULL);
    free(text);
}

static void expect_understood(const GameMessage *message, const char *text)
{
    static const Reply done = {.status = 200, .bytes = "{}", .size = 2};
    fuzz_expect("verb", message->verb == HALL_LOOK || *play_word(message->verb));
    fuzz_expect("either", (message->verb == HALL_LOOK) == (message->body == NULL));
    fuzz_expect("token", (message->verb == HALL_LOOK) == (message->token[0] != '\0'));
    if (message->body)
        fuzz_expect_equal("body", message->body, text);
    expect_reply(message->ref, &done);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    GameMessage message;
    Reply reply = {0};
    if (game_message_read(text, &message, &reply)) {
        expect_understood(&message, text);
    } else {
        fuzz_expect("refused", reply.status == 400 && message.body == NULL);
        expect_reply(message.ref, &reply);
        lud_free(reply.owned);
    }
    free(message.body);
    free(message.ref);
    free(text);
    return 0;
}
