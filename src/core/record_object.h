/* What a LudRecord holds; shared by the files that implement record.h. */
#ifndef LUD_CORE_RECORD_OBJECT_H
#define LUD_CORE_RECORD_OBJECT_H

#include <ludoteca/record.h>

#include "base/pgn.h"

typedef struct Tag {
    char *name, *value;
    int line; /* where it was read; 0: set by the caller */
} Tag;

struct LudRecord {
    LudPlay *play;
    Tag *tags;
    int tag_count, tag_capacity;
    Text *comments; /* by the number of plies before them; empty where there is none */
    int comment_count;
};

/* Words of the format that stand for what people did: @draw, @finish, @2:resigned. */
#define RECORD_DRAW   "@draw"
#define RECORD_FINISH "@finish"

/* Reads a tag; a failure says in which line. */
LudStatus record_read_tag(PgnReader *text, char name[PGN_NAME], Text *value, LudError *err);
/* Sets a tag, derived or not. */
LudStatus record_put_tag(LudRecord *record, const char *name, const char *value, LudError *err);
/* Adds to the comment at `index`. */
LudStatus record_add_comment(LudRecord *record, int index, const Text *comment, LudError *err);

#endif
