/* The workloads of `ludoteca bench`, so that tests can hold this build against the native one. */
#include "bench/bench_search.h"
#include "bench/bench_signature.h"

#include "wire/json_parts.h"

#include "wasm_request.h"

LudStatus wasm_bench(Request *request, char **answer, LudError *err)
{
    char name[LUD_RULES_TEXT], what[16];
    LudRules rules;
    uint64_t signature;
    BenchSearch search;
    request_text(request, name, sizeof name);
    request_text(request, what, sizeof what);
    LudStatus status = lud_rules_parse(name, &rules, err);
    if (status != LUD_OK)
        return status;
    bool is_search = strcmp(what, "search") == 0;
    if (is_search ? !bench_search(&rules, 1, 1, &search) : !bench_signature(&rules, &signature))
        return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    Json json = {0};
    json_begin(&json, &rules);
    if (is_search) {
        json_put_integer(&json, "nodes", (int64_t)search.nodes);
        json_put_real(&json, "nodes_per_cpu_second", search.nodes_per_second.median);
    } else {
        json_put_integer(&json, "signature", (int64_t)signature);
    }
    *answer = json_end(&json);
    return LUD_OK;
}
