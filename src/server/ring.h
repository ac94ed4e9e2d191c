/* Rings of things that carry their own links: added at the end, removed from anywhere, at once. */
#ifndef LUD_SERVER_RING_H
#define LUD_SERVER_RING_H

typedef struct Link {
    struct Link *before, *after;
} Link;

/* What a link is a member of. */
#define RING_OWNER(type, member, link) ((type *)(void *)((char *)(link)-offsetof(type, member)))

static inline void ring_start(Link *ring)
{
    ring->before = ring->after = ring;
}

static inline void ring_add_last(Link *ring, Link *link)
{
    link->before = ring->before;
    link->after = ring;
    ring->before->after = link;
    ring->before = link;
}

static inline void ring_remove(Link *link)
{
    link->before->after = link->after;
    link->after->before = link->before;
}

#endif
