#include "core/proof_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool proof_word_is(ProofWord word, const char *text)
{
    return word.length == strlen(text) && memcmp(word.at, text, word.length) == 0;
}

bool proof_next_word(ProofWord *line, ProofWord *word)
{
    if (line->length == 0)
        return false;
    const char *space = memchr(line->at, ' ', line->length);
    word->at = line->at;
    word->length = space ? (size_t)(space - line->at) : line->length;
    size_t used = word->length + (space ? 1 : 0);
    line->at += used;
    line->length -= used;
    return true;
}

/* Digits only, as one way to write each number. */
static bool read_number(ProofWord word, int most, int *number)
{
    int value = 0;
    if (word.length == 0 || word.length > 9 || (word.length > 1 && word.at[0] == '0'))
        return false;
    for (size_t i = 0; i < word.length; i++) {
        if (word.at[i] < '0' || word.at[i] > '9')
            return false;
        value = 10 * value + (word.at[i] - '0');
    }
    *number = value;
    return value <= most;
}

bool proof_split_word(ProofWord word, ProofWord *before, int *number)
{
    const char *sign = memchr(word.at, '=', word.length);
    if (!sign)
        return false;
    *before = (ProofWord){word.at, (size_t)(sign - word.at)};
    ProofWord rest = {sign + 1, word.length - before->length - 1};
    return before->length > 0 && read_number(rest, PROOF_NODES_MOST, number) && *number > 0;
}

/* -- line by line --------------------------------------------------------------------------------
 */

typedef struct Reader {
    const char *at, *end;
    int line; /* of the last one read */
} Reader;

static bool next_line(Reader *reader, ProofWord *line)
{
    if (reader->at == reader->end)
        return false;
    const char *stop = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    if (!stop)
        return false; /* cut off: every line ends with a line break */
    *line = (ProofWord){reader->at, (size_t)(stop - reader->at)};
    reader->at = stop + 1;
    reader->line++;
    return true;
}

static LudStatus refuse(const Reader *reader, LudError *err, const char *message, const char *what)
{
    lud_error_set(err, LUD_ERECORD, message, what, (char *)NULL);
    if (err)
        err->line = reader->line;
    return LUD_ERECORD;
}

/* A line that begins with a key; what follows the space becomes a string. */
static LudStatus read_field(Reader *reader, const char *key, char *value, size_t size,
                            LudError *err)
{
    ProofWord line = {0}, word = {0};
    if (!next_line(reader, &line) || !proof_next_word(&line, &word) || !proof_word_is(word, key) ||
        line.length == 0 || line.length >= size || memchr(line.at, '\0', line.length))
        return refuse(reader, err,
                      LUD_MESSAGE("This proof is damaged: a line that begins with \"{1}\" is "
                                  "missing."),
                      key);
    memcpy(value, line.at, line.length);
    value[line.length] = '\0';
    return LUD_OK;
}

static LudStatus read_head(Reader *reader, ProofText *proof, LudError *err)
{
    ProofWord line;
    char text[LUD_STATE_TEXT];
    if (!next_line(reader, &line) || !proof_word_is(line, PROOF_HEAD))
        return refuse(reader, err,
                      LUD_MESSAGE("This is no proof: its first line should be \"{1}\"."),
                      PROOF_HEAD);
    LudStatus status = read_field(reader, "rules", text, sizeof text, err);
    if (status == LUD_OK)
        status = lud_rules_parse(text, &proof->rules, err);
    if (status == LUD_OK)
        status = read_field(reader, "position", text, sizeof text, err);
    if (status == LUD_OK)
        status =
            proof->rules.game->text.state_parse(&proof->start, &proof->rules.options, text, 0, err);
    if (status == LUD_OK)
        status = read_field(reader, "winner", text, sizeof text, err);
    if (status != LUD_OK)
        return status;
    if (!read_number((ProofWord){text, strlen(text)}, 2, &proof->winner) || proof->winner < 1)
        return refuse(reader, err,
                      LUD_MESSAGE("This proof is damaged: the winner must be 1 or 2, not {1}."),
                      text);
    proof->winner--;
    status = read_field(reader, "nodes", text, sizeof text, err);
    if (status == LUD_OK &&
        (!read_number((ProofWord){text, strlen(text)}, PROOF_NODES_MOST, &proof->count) ||
         proof->count < 1))
        return refuse(reader, err, LUD_MESSAGE("This proof is damaged: {1} is no number of nodes."),
                      text);
    if (status == LUD_OK)
        status = read_field(reader, "root", text, sizeof text, err);
    if (status == LUD_OK &&
        (!read_number((ProofWord){text, strlen(text)}, proof->count, &proof->root) ||
         proof->root < 1))
        return refuse(reader, err,
                      LUD_MESSAGE("This proof is damaged: there is no node {1} to begin with."),
                      text);
    return status;
}

static LudStatus read_nodes(Reader *reader, ProofText *proof, LudError *err)
{
    char number[16];
    /* No node is shorter than a letter and a line break: a wrong number asks for no memory. */
    if ((ptrdiff_t)proof->count > (reader->end - reader->at) / 2)
        return refuse(reader, err, LUD_MESSAGE("This proof has been cut off."), "");
    proof->node = calloc((size_t)proof->count, sizeof *proof->node);
    if (!proof->node)
        return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    proof->first_line = reader->line + 1;
    for (int i = 0; i < proof->count; i++) {
        snprintf(number, sizeof number, "%d", i + 1);
        ProofWord line, word;
        if (!next_line(reader, &line))
            return refuse(reader, err, LUD_MESSAGE("This proof has been cut off."), "");
        if (!proof_next_word(&line, &word) || !proof_word_is(word, number) || line.length == 0)
            return refuse(reader, err,
                          LUD_MESSAGE("This proof is damaged: node {1} should stand here."),
                          number);
        proof->node[i] = line;
    }
    if (reader->at != reader->end)
        return refuse(reader, err,
                      LUD_MESSAGE("This proof is damaged: something follows its last node."), "");
    return LUD_OK;
}

LudStatus proof_text_read(const char *text, size_t length, ProofText *proof, LudError *err)
{
    Reader reader = {text, text + length, 0};
    *proof = (ProofText){.count = 0};
    LudStatus status = read_head(&reader, proof, err);
    if (status == LUD_OK)
        status = read_nodes(&reader, proof, err);
    if (status != LUD_OK)
        proof_text_free(proof);
    return status;
}

void proof_text_free(ProofText *proof)
{
    free(proof->node);
    proof->node = NULL;
}
