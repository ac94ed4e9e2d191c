// Played games, each to its end: what stands on the boards of tests and pictures.

const moves = {
  oware:
    'D a F a C d F c A b B b A c D f D b F a A d C b E b C d D c F a E d B e F a D d F a E f C c E a D e A d E e B b F d B ' +
    'f',
  pylos:
    '1a3 1a1 1b3 1b2 1c3 1a4 1b1 1c4 1d1 1d4 1d2 1c1 1c2 1d4>2b2 1d3-1d1-1d2 1d2 1d3>2b1 1d4 1d1 2c1 1d3 1a1>2c3 1a1 ' +
    '1a4>2c2 1a4 1a2 1b4-1b4 2c3>3b1 1a3>2c3 1b4 2a1 2b3 3b2 1a3 2a3 2a2 2a1>3a2 2a1 3a1',
  six:
    '1,-1 -1,0 2,-2 3,-3 1,1 2,-1 2,-3 3,-2 1,-3 0,-2 3,-4 4,-3 0,1 5,-4 6,-5 0,-1 1,-4 2,-4 4,-2 -1,-2 -2,-1 3,-1 -1,1 3,0 ' +
    '2,0 5,-3 0,2 4,-1 5,-2 5,-5 4,-4 3,1 3,2 -2,2 0,3 5,-1 4,0 6,-1 7,-1 5,0 0,3>4,1 6,-1>1,-2 0,0>-1,-1 5,-4>6,-1 ' +
    '4,-4>7,-1 -2,2>5,-4 -2,-1>6,-5 6,-1>-2,-1 0,2>-2,0 5,-4>5,-4 1,1>6,-5 5,-4>5,-4 2,-3>6,-5 5,-4>5,-4 1,-3>6,-5 3,-3>1,1 ' +
    '2,-2>2,1 5,0>2,-2 6,-5>3,-3 -2,-1>6,-5',
  dados:
    '7 b2 4 a3 8 d2 9 e3 7 e2 7 e5 2 a6 2 a1 10 -e3 10 -d2 11 c4 5 f3 4 c6 7 b5 9 c2 9 e3 12 c3 6 e6 8 d2 7 xb5 11 b1 6 a5 ' +
    '7 xb2 10 -e3 8 c5 8 b3 7 xe2 6 f2 8 e4 5 c1 8 xb3 5 d6 11 f4 6 xb1 5 a4 3 e1 11 f6 4 d1 7 xb5 4 xa3 6 xe6 5 xa4 7 pass ' +
    '10 -e6 7 pass 7 xe5 6 e6 8 xc5',
};

/** All plies of the played game. */
export const plies = Object.fromEntries(Object.entries(moves).map(([game, text]) => [game, text.split(' ')]));

/** How many plies lead to a position that shows what the game is about. */
export const MIDDLE = { oware: 24, pylos: 26, six: 30, dados: 31 };

export function lineOf(game, count = MIDDLE[game]) {
  return { game, start: null, plies: plies[game].slice(0, count) };
}
