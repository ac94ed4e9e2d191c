/* Forced wins of Six in the second round: raids, i.e. chains (core/forcing.h) in which tiles are
 * lifted.
 *
 * What belongs to the class: every move after which the attacker could win at once if the opponent
 * passed, be it by completing a shape with any tile that can be spared or by a lift that leaves the
 * opponent too few tiles. Unlike in the first round a threat can be parried in many ways: by
 * laying any of one's tiles on the cell, by lifting one that holds the shape or the tile that was
 * to complete it, by cutting such tiles off, by winning first. So all replies are looked at that do
 * not lose at once. */
#ifndef LUD_SIX_RAID_H
#define LUD_SIX_RAID_H

#include "six_board.h"
#include "six_quest.h"

enum { SIX_RAID_MOST = 16 }; /* moves of the attacker; no longer raid is looked for */

#define six_raid         LUD_DUAL(six_raid)
#define six_raid_line    LUD_DUAL(six_raid_line)
#define six_list_threats LUD_DUAL(six_list_threats)

/* Whether the side to move, the second round having begun, wins by a raid; `plies` if so. */
SixFound six_raid(SixQuest *quest, const SixState *s, int *plies);
/* A line of the win that six_raid has just found: a defence that holds out long. */
int six_raid_line(SixQuest *quest, const SixState *s, LudMove *line, int most);

/* Lists moves of the second round: all that threaten to win with the next move, and maybe others.
 * At most SIX_MAX_MOVES. */
int six_list_threats(const SixState *s, LudMove *list);

#endif
