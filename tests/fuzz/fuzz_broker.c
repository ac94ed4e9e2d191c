/* What a broker sends: the protocol of NATS, in which calls of other servers and their answers
 * come. What is read in pieces is what is read at once; a call that can be read is written as it
 * was. */
#include <stdlib.h>
#include <string.h>

#include "broker/nats_reader.h"
#include "fuzz/fuzz.h"
#include "server/relay_wire.h"

static void expect_same_in_pieces(const char *bytes, size_t size, long taken, const NatsItem *item)
{
    NatsItem again;
    if (taken <= 0 || size > 4096)
        return;
    fuzz_expect("less is not enough", nats_read(bytes, (size_t)taken - 1, &again) <= 0);
    fuzz_expect("as much is", nats_read(bytes, (size_t)taken, &again) == taken);
    fuzz_expect("the same", again.kind == item->kind && again.size == item->size &&
                                strcmp(again.subject, item->subject) == 0);
}

static void read_items(const char *bytes, size_t size)
{
    size_t done = 0;
    for (;;) {
        NatsItem item;
        long taken = nats_read(bytes + done, size - done, &item);
        if (taken <= 0)
            return;
        fuzz_expect("within", done + (size_t)taken <= size);
        fuzz_expect("its body, too",
                    !item.body || (item.body >= bytes && item.body + item.size <= bytes + size));
        expect_same_in_pieces(bytes + done, size - done, taken, &item);
        done += (size_t)taken;
    }
}

static void expect_round_trip(const HallCall *call)
{
    HallCall again;
    HallCall copy = *call;
    Text text = {0};
    copy.item.game = copy.game;
    relay_write_call(&text, &copy);
    fuzz_expect("written", !text.failed && relay_read_call(text.bytes, text.length, &again));
    fuzz_expect("verb", again.verb == call->verb && again.known_player == call->known_player);
    fuzz_expect_equal("game", again.game, call->game);
    fuzz_expect_equal("token", again.token, call->token);
    fuzz_expect_equal("body", again.body ? again.body : "", call->body ? call->body : "");
    free(again.body);
    text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    HallCall call, answered = {0};
    read_items(text, size);
    if (relay_read_call(text, strlen(text), &call))
        expect_round_trip(&call);
    free(call.body);
    free(text);
    text = fuzz_text(data, size);
    relay_read_answer(text, strlen(text), &answered);
    lud_free(answered.answer);
    free(text);
    return 0;
}
