/* JSON from strangers: what reads is written, and that reads as the same again. */
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "wire/json_reader.h"
#include "wire/json_writer.h"

static void write_value(Json *json, const JsonValue *value)
{
    if (value->name)
        json_name(json, value->name);
    switch (value->kind) {
    case JSON_NULL:
        json_write_null(json);
        return;
    case JSON_FALSE:
    case JSON_TRUE:
        json_write_bool(json, value->kind == JSON_TRUE);
        return;
    case JSON_NUMBER:
        json_write_json(json, value->text, strlen(value->text));
        return;
    case JSON_TEXT:
        json_write_text(json, value->text);
        return;
    case JSON_LIST:
    case JSON_OBJECT:
        json_open(json, value->kind == JSON_LIST ? '[' : '{');
        for (const JsonValue *inner = value->first; inner; inner = inner->next)
            write_value(json, inner);
        json_close(json, value->kind == JSON_LIST ? ']' : '}');
    }
}

static char *write_tree(const JsonTree *tree)
{
    Json json = {0};
    write_value(&json, &tree->values[0]);
    return json_take(&json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static JsonTree tree;
    LudError err;
    char *text = fuzz_text(data, size);
    if (json_read(&tree, text, size, &err) == LUD_OK) {
        char *first = write_tree(&tree), *copy = fuzz_text((uint8_t *)first, strlen(first));
        fuzz_expect(first, json_read(&tree, copy, strlen(copy), &err) == LUD_OK);
        char *second = write_tree(&tree);
        fuzz_expect_equal("JSON", second, first);
        free(first);
        free(copy);
        free(second);
    }
    free(text);
    return 0;
}
