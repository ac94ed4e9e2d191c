/* Proof numbers and the table that remembers them. */
#ifndef LUD_SEARCH_PROOF_TABLE_H
#define LUD_SEARCH_PROOF_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PROOF_INFINITE = 1 << 30,
    PROOF_ALWAYS = INT16_MAX,
    PROOF_CUT = -1,
    PROOF_FAR = UINT16_MAX,
};

/* How hard it still is to prove, or to disprove, that the attacker reaches its goal. */
typedef struct ProofNumbers {
    uint32_t proof, disproof; /* 0 and PROOF_INFINITE once it is settled */
    /* Of a disproof: the earliest ply of the path that it leans on because a line came back there.
     * PROOF_ALWAYS: it holds on every path; PROOF_CUT: a line was cut off, so it shows nothing. */
    int16_t since;
    uint16_t length; /* of a proof: plies to the end at most; PROOF_FAR: unknown */
} ProofNumbers;

static inline ProofNumbers proof_reached(uint32_t length)
{
    return (ProofNumbers){.disproof = PROOF_INFINITE,
                          .since = PROOF_ALWAYS,
                          .length = (uint16_t)(length < PROOF_FAR ? length : PROOF_FAR)};
}

static inline ProofNumbers proof_failed(int since)
{
    return (ProofNumbers){.proof = PROOF_INFINITE, .since = (int16_t)since, .length = PROOF_FAR};
}

typedef struct ProofEntry {
    uint64_t key;
    ProofNumbers numbers;
    uint32_t effort : 24; /* nodes that it took */
    uint32_t run : 8;     /* 0: free */
} ProofEntry;

typedef struct ProofBucket {
    ProofEntry costly, latest;
} ProofBucket;

typedef struct ProofTable {
    ProofBucket *buckets;
    size_t count;
    uint32_t run;
} ProofTable;

bool proof_table_begin(ProofTable *table, size_t bytes);
void proof_table_end(ProofTable *table);
/* What was stored before counts no more: a new run has a history of its own. */
void proof_table_renew(ProofTable *table);
bool proof_table_find(const ProofTable *table, uint64_t key, ProofNumbers *numbers);
void proof_table_keep(ProofTable *table, uint64_t key, ProofNumbers numbers, uint64_t effort);
/* How full it is, from a sample. */
int proof_table_permille(const ProofTable *table);

#endif
