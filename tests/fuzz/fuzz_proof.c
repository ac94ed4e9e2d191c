/* Certificates: what is refused says why, and what is accepted names a side that wins. */
#include <ludoteca/proof.h>

#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    LudProofReport report;
    LudError err;
    char message[512];
    char *text = fuzz_text(data, size);
    if (lud_proof_verify(text, strlen(text), &report, &err) == LUD_OK)
        fuzz_expect("winner", (report.winner == 0 || report.winner == 1) && report.plies > 0);
    else
        fuzz_expect("reason", lud_error_text(&err, NULL, message, sizeof message) > 0);
    free(text);
    return 0;
}
