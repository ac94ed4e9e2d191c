/* Reports of many games. */
#include <ludoteca/json.h>

#include <math.h>

#include "wire/json_parts.h"

static void write_player(Json *json, const LudPlayerReport *player)
{
    json_open(json, '{');
    json_put_text(json, "name", player->name);
    json_put_integer(json, "games", player->games);
    json_put_integer(json, "won", player->won);
    json_put_integer(json, "drawn", player->drawn);
    json_put_integer(json, "lost", player->lost);
    json_put_integer(json, "moves", player->moves);
    json_put_integer(json, "best", player->best);
    json_put_integer(json, "good", player->good);
    json_put_integer(json, "inaccuracies", player->inaccuracies);
    json_put_integer(json, "mistakes", player->mistakes);
    json_put_integer(json, "blunders", player->blunders);
    json_put_real(json, "loss", round(player->loss * 1e4) / 1e4);
    json_put_integer(json, "exact", player->exact);
    json_put_integer(json, "exact_kept", player->exact_kept);
    json_put_integer(json, "exact_lost", player->exact_lost);
    json_put_integer(json, "gifts", player->gifts);
    json_close(json, '}');
}

static void write_gift(Json *json, const LudReport *report, const LudGiftReport *gift)
{
    json_open(json, '{');
    json_put_integer(json, "game", gift->game + 1);
    json_put_integer(json, "ply", gift->ply + 1);
    json_put_text(json, "player", lud_report_player(report, gift->player)->name);
    json_put_text(json, "gift", lud_gift_name(gift->gift));
    json_put_real(json, "loss", round(gift->loss * 1e4) / 1e4);
    if (gift->is_exact) {
        json_put_integer(json, "exact_best", gift->exact_best);
        json_put_integer(json, "exact_played", gift->exact_played);
    }
    json_put_text(json, "move", gift->move);
    json_put_text(json, "best", gift->best);
    json_close(json, '}');
}

char *lud_json_report(const LudReport *report)
{
    Json json = {0};
    json_begin(&json, NULL);
    json_put_integer(&json, "games", lud_report_games(report));
    json_put_open(&json, "players", '[');
    for (int i = 0; i < lud_report_player_count(report); i++)
        write_player(&json, lud_report_player(report, i));
    json_close(&json, ']');
    json_put_open(&json, "gifts", '[');
    for (int i = 0; i < lud_report_gift_count(report); i++)
        write_gift(&json, report, lud_report_gift(report, i));
    json_close(&json, ']');
    return json_end(&json);
}
