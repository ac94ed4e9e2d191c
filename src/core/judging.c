#include <ludoteca/judging.h>

const LudJudging *lud_judging(const LudGame *game)
{
    static const LudJudging none;
    return game->judging ? game->judging : &none;
}
