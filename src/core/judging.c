#include <ludoteca/judging.h>

const LudGameJudging *lud_judging(const LudGame *game)
{
    static const LudGameJudging none;
    return game->judging ? game->judging : &none;
}
