/* Everything at once. */
#ifndef LUDOTECA_LUDOTECA_H
#define LUDOTECA_LUDOTECA_H

#include "characters.h"
#include "engine.h"
#include "error.h"
#include "formats.h"
#include "game.h"
#include "game_report.h"
#include "json.h"
#include "judging.h"
#include "learning.h"
#include "library.h"
#include "listing.h"
#include "match.h"
#include "oware.h"
#include "perft.h"
#include "play.h"
#include "practice.h"
#include "proof.h"
#include "random.h"
#include "record.h"
#include "rollout.h"
#include "search.h"
#include "story.h"
#include "table.h"
#include "tournament.h"
#include "uci.h"
#include "version.h"
#include "view.h"

#endif
