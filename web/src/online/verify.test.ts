import { describe, expect, it } from 'vitest';
import { onlineEn } from '../i18n/online.en';
import { onlineEs } from '../i18n/online.es';
import { numbered as number, toldGames, type Bare } from '../test/online';
import {
  commitmentOf,
  draw,
  drawDice,
  drawSource,
  partName,
  printSecret,
  termsText,
  type Secret,
  type Terms,
} from './draws';
import { readEvent, type EventOf, type OnlineEvent, type Throw } from './events';
import { drawRollOff, drawSeats, findingText, verify, type FindingKind } from './verify';

const ID = '0123456789abcdef';
const numbered = (events: Bare[]): OnlineEvent[] => number(...events);
const secretOf = (n: number): Secret => new Uint8Array(32).fill(n);
const server = secretOf(99);

interface Kind {
  players: number;
  by: 'server' | 'all';
  lots: boolean;
  rolloff: boolean;
  computers?: number[];
  series?: number[]; // of a later game: the seat of each player
}

const usual: Kind = { players: 2, by: 'all', lots: true, rolloff: true };

const peopleOf = ({ players, computers = [] }: Kind): number[] =>
  Array.from({ length: players }, (_, i) => i + 1).filter((player) => !computers.includes(player));

function termsOf({ players, by, lots, rolloff, computers = [] }: Kind): string {
  const kinds = Array.from({ length: players }, (_, i) => (computers.includes(i + 1) ? 'computer' : 'person'));
  return termsText({ id: ID, game: 'dados', kinds: kinds as Terms['kinds'], lots, rolloff, by });
}

const sourceOf = (kind: Kind): Secret =>
  drawSource(termsOf(kind), server, kind.by === 'all' ? peopleOf(kind).map(secretOf) : []);

function beginning(kind: Kind): Bare[] {
  const { players, by, lots, rolloff, computers = [], series } = kind;
  const parts = by === 'all' ? peopleOf(kind) : [];
  const terms = termsOf(kind);
  const seats = Array.from({ length: players }, (_, i) => i + 1);
  const off = drawRollOff(sourceOf(kind), players);
  const throws = off.throws.map(({ seat, dice }) => `${seat} ${dice.join(' ')}`);
  return [
    {
      type: 'created',
      game: 'dados',
      players: seats.map((player) => ({ kind: computers.includes(player) ? 'computer' : 'person', name: null })),
      clock: null,
      lots,
      rolloff,
      public: false,
      dice: { by, terms, server: printSecret(commitmentOf(server, terms, 'server')) },
      series: { game: 1, games: null, ...(series ? { seats: series } : {}) },
    },
    ...parts.map((player): Bare => {
      const commitment = printSecret(commitmentOf(secretOf(player), terms, partName(player)));
      return { type: 'commit', player, commitment };
    }),
    ...parts.map((player): Bare => ({ type: 'reveal', player, secret: printSecret(secretOf(player)) })),
    {
      type: 'start',
      players: lots ? drawSeats(sourceOf(kind), players) : seats.map((seat) => (series ?? seats).indexOf(seat) + 1),
      starter: rolloff ? off.starter : 1,
      ...(rolloff ? { throws } : {}),
      position: '…',
      clocks: null,
    },
  ];
}

/** A whole game: six rolls with a move after each. */
function fairGame(kind: Kind = usual): OnlineEvent[] {
  const source = sourceOf(kind);
  const moves = Array.from({ length: 6 }, (_, i): Bare[] => {
    const [first, second] = drawDice(source, 'roll', i);
    return [
      { type: 'move', number: 2 * i + 1, seat: 1, kind: 'roll', move: `${first + second}`, dice: [first, second] },
      { type: 'move', number: 2 * i + 2, seat: 1, kind: 'move', move: 'a1' },
    ];
  });
  const result = { result: '1-0', winner: 'Red', reason: 'line' } as EventOf<'end'>['result'];
  return numbered([...beginning(kind), ...moves.flat(), { type: 'end', result, secret: printSecret(server) }]);
}

const kindsIn = (events: OnlineEvent[], own = null as Parameters<typeof verify>[2]): FindingKind[] =>
  verify(ID, events, own).findings.map(({ kind }) => kind);

/** The game with one event changed. */
function changed<T extends OnlineEvent['type']>(
  events: OnlineEvent[],
  type: T,
  change: (event: EventOf<T>) => object,
  which = 0,
): OnlineEvent[] {
  const target = events.filter((event) => event.type === type)[which]!;
  return events.map((event) =>
    event === target ? ({ ...event, ...change(event as OnlineEvent & EventOf<T>) } as OnlineEvent) : event,
  );
}

/** Without some events, and numbered anew: nothing shows that they are gone. */
const without = (events: OnlineEvent[], isGone: (event: OnlineEvent) => boolean): OnlineEvent[] =>
  numbered(events.filter((event) => !isGone(event)) as Bare[]);

/** The first event of a type moved behind another, and numbered anew. */
function later(events: OnlineEvent[], type: OnlineEvent['type'], behind: OnlineEvent['type']): OnlineEvent[] {
  const moved = events.find((event) => event.type === type)!;
  const rest = events.filter((event) => event !== moved);
  const at = rest.findIndex((event) => event.type === behind) + 1;
  return numbered([...rest.slice(0, at), moved, ...rest.slice(at)] as Bare[]);
}

const otherDigit = (hex: string): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);

describe('a fair game', () => {
  const kinds: Kind[] = [];
  for (const players of [2, 3, 4])
    for (const by of ['server', 'all'] as const)
      for (const lots of [false, true]) for (const rolloff of [false, true]) kinds.push({ players, by, lots, rolloff });
  kinds.push(
    { ...usual, computers: [2] },
    { ...usual, players: 4, computers: [1, 3] },
    { ...usual, players: 3, lots: false, series: [2, 3, 1] },
  );

  it.each(kinds)('has no findings: %o', (kind) => {
    const events = fairGame(kind);
    expect(events.map(readEvent)).toEqual(events);
    const verdict = verify(ID, events);
    expect(verdict.findings).toEqual([]);
    expect(verdict.status).toBe('fair');
    expect(verdict.by).toBe(kind.by);
    expect(verdict.rolls.map(({ number }) => number)).toEqual([1, 3, 5, 7, 9, 11]);
  });

  it('is pending until the server shows its secret', () => {
    const events = fairGame();
    for (let length = 1; length < events.length; length += 1) {
      const verdict = verify(ID, events.slice(0, length));
      expect([verdict.status, verdict.findings, verdict.rolls], `after ${length}`).toEqual(['pending', [], []]);
    }
  });

  it('has nothing to check without dice, or where it never began', () => {
    const plain = numbered([
      { type: 'created', game: 'oware', players: [], clock: null, dice: null },
      { type: 'start', players: [1, 2], starter: 1, position: '' },
    ]);
    expect(verify(ID, plain)).toEqual({ status: 'nothing', by: null, findings: [], rolls: [] });
    const end = fairGame().at(-1)!;
    expect(verify(ID, numbered([fairGame()[0]!, end] as Bare[])).status).toBe('nothing');
  });

  it('may take moves back between rolls', () => {
    const events = fairGame();
    const moves = events.filter((event) => event.type === 'move');
    const at = events.indexOf(moves[1]!) + 1;
    const back: Bare = { type: 'takeback', length: 1, position: '' };
    const again = [...events.slice(0, at), back, moves[1]!, ...events.slice(at)] as Bare[];
    expect(verify(ID, numbered(again)).status).toBe('fair');
  });
});

const bestOf = (throws: Throw[], seat: number): number =>
  Math.max(...throws.filter((thrown) => thrown.seat === seat).map(({ dice }) => dice[0] + dice[1]));

describe('draws', () => {
  it('give every order of players by lots about as often', () => {
    const counts = new Map<string, number>();
    for (let n = 0; n < 600; n += 1) {
      const seats = drawSeats(drawSource(`${n}`, server, []), 3);
      expect([...seats].sort()).toEqual([1, 2, 3]);
      counts.set(seats.join(), (counts.get(seats.join()) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(Math.abs(count - 100)).toBeLessThan(40);
  });

  it('of lots put the last who waits in the place of whoever was drawn', () => {
    const source = drawSource(ID, server, []);
    const waiting = [1, 2, 3, 4];
    for (const [seat, player] of drawSeats(source, 4).entries()) {
      const lot = draw(source, 'lots', seat, waiting.length);
      expect(player).toBe(waiting[lot]);
      waiting.splice(lot, 1, ...waiting.splice(-1).slice(0, lot === waiting.length ? 0 : 1));
    }
  });

  it('roll off until one is ahead: those who tie throw again', () => {
    let again = 0;
    for (let n = 0; n < 200; n += 1) {
      const { throws, starter } = drawRollOff(drawSource(`${n}`, server, []), 3);
      expect(throws.slice(0, 6).map(({ seat }) => seat)).toEqual([1, 1, 2, 2, 3, 3]);
      const best = [1, 2, 3].map((seat) => bestOf(throws.slice(0, 6), seat));
      const leading = [1, 2, 3].filter((seat) => best[seat - 1] === Math.max(...best));
      expect(leading).toContain(starter);
      const twice = leading.flatMap((seat) => [seat, seat]);
      expect(throws.slice(6, 6 + twice.length).map(({ seat }) => seat)).toEqual(leading.length > 1 ? twice : []);
      again += Number(throws.length > 6);
    }
    expect(again).toBeGreaterThan(10);
  });
});

describe('a game that the server told', () => {
  const games = toldGames();

  it('is fair, and every event is as it should be', () => {
    expect(games.length).toBe(8);
    for (const { id, events } of games) {
      expect(events.map(readEvent)).toEqual(events);
      const { status, findings } = verify(id, events);
      expect(findings, id).toEqual([]);
      expect(status, id).toBe((events[0] as EventOf<'created'>).dice ? 'fair' : 'nothing');
    }
    expect(games.flatMap(({ id, events }) => verify(id, events).rolls).length).toBeGreaterThan(15);
  });

  const SPANS = [
    /(?<="(?:secret|commitment|server|terms)":")[^"]+/g,
    /(?<="throws":\[)[^\]]*/g,
    /(?<="dice":\[)\d,\d/g,
    /(?<="players":\[)\d[\d,]*/g,
    /(?<="kind":"roll","move":")\d+/g,
  ];

  /** Every letter and digit of what was drawn, and of what it was drawn from, changed in turn. */
  function* changes(events: OnlineEvent[]): Generator<OnlineEvent[]> {
    for (const [i, event] of events.entries()) {
      const text = JSON.stringify(event);
      const places = SPANS.flatMap((span) => [...text.matchAll(span)]).flatMap(({ index, 0: found }) =>
        [...found].flatMap((letter, k) => (/\w/.test(letter) ? [index + k] : [])),
      );
      for (const place of places) {
        const other = text.slice(0, place) + (text[place] === '5' ? '6' : '5') + text.slice(place + 1);
        yield events.map((one, k) => (k === i ? (JSON.parse(other) as OnlineEvent) : one));
      }
    }
  }

  it('is not fair with any digit changed', () => {
    let tried = 0;
    for (const { id, events } of games.filter(({ events }) => (events[0] as EventOf<'created'>).dice))
      for (const other of changes(events)) {
        const isUnread = other.some((event) => readEvent(event) === null);
        expect(isUnread || verify(id, other).status === 'wrong', JSON.stringify(other)).toBe(true);
        tried += 1;
      }
    expect(tried).toBeGreaterThan(1000);
  });
});

describe('what is wrong', () => {
  const events = fairGame();

  it('is found in every die of every roll', () => {
    for (let i = 0; i < 6; i += 1) {
      const wrong = changed(events, 'move', ({ move }) => ({ move: move === '7' ? '8' : '7' }), 2 * i);
      expect(kindsIn(wrong)).toEqual(['roll-wrong']);
      expect(verify(ID, wrong).findings[0]).toMatchObject({ number: 2 * i + 1, told: expect.any(String) as string });
    }
  });

  it('is found in the dice that are shown', () => {
    for (let i = 0; i < 6; i += 1) {
      const turned = ({ dice }: EventOf<'move'>): object => ({ dice: [dice![0], (dice![1] % 6) + 1] });
      expect(kindsIn(changed(events, 'move', turned, 2 * i))).toEqual(['roll-wrong']);
    }
  });

  it('is found in every throw, its seat, and who starts', () => {
    const { throws } = events.find((event) => event.type === 'start')!;
    throws!.forEach((told, i) => {
      const withOther = (other: string): OnlineEvent[] =>
        changed(events, 'start', () => ({ throws: throws!.map((text, k) => (k === i ? other : text)) }));
      const [seat, first, second] = told.split(' ').map(Number) as [number, number, number];
      for (const by of [1, 2, 3, 4, 5]) {
        expect(kindsIn(withOther(`${seat} ${((first - 1 + by) % 6) + 1} ${second}`))).toEqual(['throw-wrong']);
        expect(kindsIn(withOther(`${seat} ${first} ${((second - 1 + by) % 6) + 1}`))).toEqual(['throw-wrong']);
      }
      expect(kindsIn(withOther(`${3 - seat} ${first} ${second}`))).toEqual(['throw-wrong']);
    });
    expect(kindsIn(changed(events, 'start', ({ starter }) => ({ starter: 3 - starter })))).toEqual(['starter-wrong']);
    expect(kindsIn(changed(events, 'start', () => ({ throws: throws!.slice(1) })))).toContain('throws-count');
    expect(kindsIn(changed(events, 'start', () => ({ throws: null })))).toEqual(['throws-count']);
    expect(kindsIn(changed(events, 'start', () => ({ throws: [...throws!, throws![0]!] })))).toEqual(['throws-count']);
  });

  it('is found in lots, drawn or not', () => {
    const turned = changed(events, 'start', ({ players }) => ({ players: [...players].reverse() }));
    expect(kindsIn(turned)).toEqual(['lots-wrong']);
    const seated = fairGame({ ...usual, lots: false });
    expect(kindsIn(changed(seated, 'start', () => ({ players: [2, 1] })))).toEqual(['seats-wrong']);
    const later = fairGame({ ...usual, players: 3, lots: false, series: [2, 3, 1] });
    expect(kindsIn(changed(later, 'start', () => ({ players: [1, 2, 3] })))).toEqual(['seats-wrong']);
  });

  it('is found in every secret and commitment', () => {
    for (const which of [0, 1]) {
      const other = changed(events, 'reveal', ({ secret }) => ({ secret: otherDigit(secret) }), which);
      expect(kindsIn(other)).toContain('secret-wrong');
      const committed = changed(events, 'commit', (event) => ({ commitment: otherDigit(event.commitment) }), which);
      expect(kindsIn(committed)).toEqual(['secret-wrong']);
      const broken = changed(events, 'reveal', ({ secret }) => ({ secret: secret.slice(1) }), which);
      expect(kindsIn(broken)).toEqual(['reveal-broken']);
      const unread = changed(events, 'commit', () => ({ commitment: 'x' }), which);
      expect(kindsIn(unread)).toEqual(['commitment-broken']);
    }
    expect(kindsIn(changed(events, 'end', ({ secret }) => ({ secret: otherDigit(secret!) })))).toContain(
      'server-secret-wrong',
    );
    expect(kindsIn(changed(events, 'end', () => ({ secret: 'ff' })))).toEqual(['server-secret-broken']);
    expect(kindsIn(changed(events, 'end', () => ({ secret: null })))).toEqual(['server-secret-missing']);
    const { dice } = events[0] as EventOf<'created'>;
    const another = { ...dice!, server: otherDigit(dice!.server) };
    expect(kindsIn(changed(events, 'created', () => ({ dice: another })))).toEqual(['server-secret-wrong']);
    expect(kindsIn(changed(events, 'created', () => ({ dice: { ...dice!, server: '' } })))).toEqual([
      'server-commitment-broken',
    ]);
  });

  it('is found in the terms: everything is bound to them', () => {
    const { dice, players } = events[0] as EventOf<'created'>;
    const asComputer = players.map((player) => ({ ...player, kind: 'computer' }));
    const changes = [{ game: 'dados:players=3' }, { lots: false }, { rolloff: false }, { players: asComputer }];
    for (const change of [...changes, { dice: { ...dice!, by: 'server' } }]) {
      const found = kindsIn(changed(events, 'created', () => change));
      expect(found).toContain('terms-wrong');
      expect(found).toContain('server-secret-wrong');
    }
    const renamed = { ...dice!, terms: dice!.terms.replace('pp', 'pc') };
    expect(kindsIn(changed(events, 'created', () => ({ dice: renamed })))).toEqual(['terms-wrong']);
  });

  it('is found where a part is missing, or there twice', () => {
    const isOf = (type: string, player: number) => (event: OnlineEvent) =>
      event.type === type && 'player' in event && event.player === player;
    for (const player of [1, 2]) {
      expect(kindsIn(without(events, isOf('reveal', player)))).toEqual(['reveal-missing']);
      expect(kindsIn(without(events, isOf('commit', player)))).toEqual(['commitment-missing']);
      const commit = events.find(isOf('commit', player))!;
      const reveal = events.find(isOf('reveal', player))!;
      expect(kindsIn(numbered([events[0]!, commit, ...events.slice(1)] as Bare[]))).toContain('commitment-twice');
      expect(kindsIn(numbered([...events.slice(0, 3), reveal, ...events.slice(3)] as Bare[]))).toContain(
        'reveal-twice',
      );
    }
    const third: Bare = { type: 'commit', player: 3, commitment: '0'.repeat(64) };
    expect(kindsIn(numbered([events[0]!, third, ...events.slice(1)] as Bare[]))).toEqual(['part-unasked']);
  });

  it('is found where somebody commits or reveals too late', () => {
    expect(kindsIn(later(events, 'commit', 'reveal'))).toEqual(['commitment-late']);
    expect(kindsIn(later(events, 'reveal', 'start'))).toEqual(['reveal-late']);
  });

  it('is found where parts are swapped between players', () => {
    const swapped = events.map((event) =>
      event.type === 'reveal' || event.type === 'commit' ? { ...event, player: 3 - event.player } : event,
    );
    expect(kindsIn(swapped)).toEqual(expect.arrayContaining(['secret-wrong', 'secret-wrong']));
  });

  it('is found where the server put another part in the place of ours', () => {
    const mine = { player: 1, secret: printSecret(secretOf(1)) };
    expect(kindsIn(events, mine)).toEqual([]);
    expect(kindsIn(events, { ...mine, secret: printSecret(secretOf(7)) })).toEqual(['own-part-changed']);
  });

  it('is found where events are missing', () => {
    for (let i = 0; i < events.length - 1; i += 1)
      expect(kindsIn(events.filter((_, k) => k !== i))).toContain('events-missing');
  });

  it('is found where rolls come from nowhere', () => {
    expect(kindsIn(changed(events, 'created', () => ({ dice: null })))).toEqual(['no-source']);
    expect(kindsIn(without(events, ({ type }) => type === 'start'))).toContain('no-start');
  });

  it('is found where the game is another', () => {
    expect(verify('fedcba9876543210', events).status).toBe('wrong');
  });

  it('is said in both languages', () => {
    const finding = { kind: 'roll-wrong', number: 3, wanted: '7', told: '12' } as const;
    expect(findingText(finding, onlineEs, [])).toBe('En la jugada 3 los dados daban 7, y se dijo 12.');
    expect(findingText(finding, onlineEn, [])).toBe('The dice of move 3 were 7; we were told 12.');
    const missing = { kind: 'reveal-missing', player: 2 } as const;
    expect(findingText(missing, onlineEs, ['Ana', 'Luis'])).toBe('Luis no mostró su secreto.');
    expect(findingText(missing, onlineEn, ['Ana', null])).toBe('Player 2 did not show their secret.');
    for (const texts of [onlineEs, onlineEn])
      for (const kind of Object.keys(texts.findings) as FindingKind[])
        expect(findingText({ kind, player: 1, number: 4, wanted: '5', told: '6' }, texts, ['Ana'])).toMatch(
          /^\p{Lu}.*\.$/u,
        );
  });
});
