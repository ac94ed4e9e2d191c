// What is said in games with others through a server.

import type { OnlineTexts } from './online.es';

export const onlineEn: OnlineTexts = {
  verdict: {
    nothing: 'Nothing is drawn in this game.',
    pending: 'This can be checked once the game is over and the server has shown its secret.',
    fairAll: 'It all adds up: nobody could choose the dice, not even the server.',
    fairServer:
      'It all follows from the secret that the server fixed before the game. Since every part was its own, you have to trust that it did not pick one.',
    wrong: 'Something does not add up. Don’t trust the dice of this game.',
  },
  findings: {
    'events-missing': ({ number }) => `Events of the game are missing from number ${number} on.`,
    'no-source': () => 'Something was drawn, and nobody had said where it comes from.',
    'no-start': () => 'The game ended without having begun.',
    'terms-wrong': ({ wanted, told }) => `What was fixed is for “${told}”, and the game is “${wanted}”.`,
    'server-commitment-broken': () => 'What the server fixed at the beginning can’t be read.',
    'server-secret-missing': () => 'The server did not show its secret in the end.',
    'server-secret-broken': () => 'The secret that the server shows can’t be read.',
    'server-secret-wrong': () => 'The server’s secret is not the one it fixed at the beginning.',
    'commitment-missing': ({ name }) => `What ${name} fixed at the beginning is missing.`,
    'commitment-broken': ({ name }) => `What ${name} fixed at the beginning can’t be read.`,
    'commitment-twice': ({ name }) => `${name} fixed a secret twice.`,
    'commitment-late': ({ name }) => `${name} fixed a secret when another’s was known already.`,
    'reveal-missing': ({ name }) => `${name} did not show their secret.`,
    'reveal-broken': ({ name }) => `The secret of ${name} can’t be read.`,
    'reveal-twice': ({ name }) => `${name} showed a secret twice.`,
    'reveal-late': ({ name }) => `The secret of ${name} was shown after the game had begun.`,
    'secret-wrong': ({ name }) => `The secret of ${name} is not the one fixed at the beginning.`,
    'part-unasked': ({ name }) => `${name} added a part that nobody expected.`,
    'own-part-changed': () => 'Your device’s part is not the one it sent.',
    'lots-wrong': ({ wanted, told }) => `The lots for seats were ${wanted}; we were told ${told}.`,
    'seats-wrong': ({ wanted, told }) => `Seats were not drawn: they should be ${wanted}; we were told ${told}.`,
    'throw-wrong': ({ number, wanted, told }) => `Throw ${number} for the start was ${wanted}; we were told ${told}.`,
    'throws-count': ({ wanted, told }) => `The start took ${wanted} throws; we were told of ${told}.`,
    'starter-wrong': ({ wanted, told }) => `By the throws seat ${wanted} begins; seat ${told} did.`,
    'roll-wrong': ({ number, wanted, told }) => `The dice of move ${number} were ${wanted}; we were told ${told}.`,
  },
  server: 'the server',
  player: (n) => `player ${n}`,
  none: 'nothing',
};
