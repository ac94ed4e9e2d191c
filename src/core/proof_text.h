/* Certificates as text: docs/PROOFS.md says what the lines mean. */
#ifndef LUD_CORE_PROOF_TEXT_H
#define LUD_CORE_PROOF_TEXT_H

#include <ludoteca/proof.h>

#define PROOF_HEAD "ludoteca proof 1"

enum {
    PROOF_NODES_MOST = 20000000,
    PROOF_PLIES_MOST = 1000,
};

/* A stretch of the text. */
typedef struct ProofWord {
    const char *at;
    size_t length;
} ProofWord;

typedef struct ProofText {
    LudRules rules;
    LudState start;
    int winner;
    int count;       /* of the nodes */
    int root;        /* the number of the one to begin with */
    ProofWord *node; /* their lines, without number; node[0] is number 1 */
    int first_line;  /* of node 1 */
} ProofText;

/* Takes a text apart; what it says is not yet checked. The text must outlive the result. */
LudStatus proof_text_read(const char *text, size_t length, ProofText *proof, LudError *err);
void proof_text_free(ProofText *proof);
/* The next word of a line, which is shortened by it; false at its end. */
bool proof_next_word(ProofWord *line, ProofWord *word);
/* A word of the form BEFORE=NUMBER; `number` only then. */
bool proof_split_word(ProofWord word, ProofWord *before, int *number);
bool proof_word_is(ProofWord word, const char *text);

#endif
