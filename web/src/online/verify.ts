// Whether an online game's dice and lots are what everybody's secrets make of them. Everything is worked out anew
// from the events; what differs, is missing or came too late is a finding.
//
// Draws are counted from 0 for each purpose. A roll or a throw is one draw of 36, both dice at once. Lots turn the
// table: player 1 gets the seat that is drawn, the others follow. Only persons add a part, in the order of players.

import type { FindingFacts, OnlineTexts } from '../i18n/online';
import { commitmentOf, draw, drawDice, drawSource, printSecret, readSecret, type Secret } from './draws';
import type { EventOf, EventType, OnlineEvent, StrangeEvent, Throw } from './events';

export type FindingKind = keyof OnlineTexts['findings'];

export interface Finding {
  kind: FindingKind;
  player?: number; // whom it is about
  number?: number; // of a move, a throw, an event
  wanted?: string; // what the secrets say
  told?: string;
}

export interface Verdict {
  /** Nothing was drawn; the server's secret is not due yet; all is well; there are findings. */
  status: 'nothing' | 'pending' | 'fair' | 'wrong';
  by: 'server' | 'all' | null;
  findings: Finding[];
  rolls: { number: number; dice: [number, number] }[]; // by number of the move, once the secrets are known
}

type Told = OnlineEvent | StrangeEvent;

const ofType = <Type extends EventType>(events: readonly Told[], type: Type): EventOf<Type>[] =>
  events.filter((event): event is Told & EventOf<Type> => event.type === type);

const diceText = ([first, second]: [number, number]): string => `${first} + ${second}`;
/** How commitments call a player. */
export const partName = (player: number): string => `seat ${player}`;

/** What all draws come from. */
type Source = Secret;

/** Two throws for each seat that leads, the better counts; those who tie for the highest throw again. */
export function drawRollOff(source: Source, seats: number): { throws: Throw[]; starter: number } {
  const throws: Throw[] = [];
  let leading = Array.from({ length: seats }, (_, i) => i + 1);
  do {
    const better = new Map<number, number>();
    for (const seat of leading)
      for (let twice = 0; twice < 2; twice += 1) {
        const dice = drawDice(source, 'throw', throws.length);
        throws.push({ seat, dice });
        better.set(seat, Math.max(better.get(seat) ?? 0, dice[0] + dice[1]));
      }
    const best = Math.max(...better.values());
    leading = leading.filter((seat) => better.get(seat) === best);
  } while (leading.length > 1);
  return { throws, starter: leading[0]! };
}

/** The player of each seat. */
export function drawSeats(source: Source, players: number): number[] {
  const first = draw(source, 'lots', 0, players);
  return Array.from({ length: players }, (_, seat) => ((seat - first + players) % players) + 1);
}

/* -- secrets ------------------------------------------------------------------------------------- */

function checkNumbers(events: readonly Told[]): Finding[] {
  const gap = events.findIndex(({ event }, i) => event !== i + 1);
  return gap < 0 ? [] : [{ kind: 'events-missing', number: gap + 1 }];
}

/** Whether a secret is the one that was committed to; a finding if not. */
function checkPair(id: string, player: number, committed: string, revealed: string): Finding[] {
  const commitment = readSecret(committed);
  const secret = readSecret(revealed);
  if (!commitment) return [{ kind: 'commitment-broken', player }];
  if (!secret) return [{ kind: 'reveal-broken', player }];
  const isSame = printSecret(commitmentOf(secret, id, partName(player))) === committed;
  return isSame ? [] : [{ kind: 'secret-wrong', player }];
}

/** One player's commitment and secret. */
function checkPart(id: string, events: readonly Told[], player: number): Finding[] {
  const commits = ofType(events, 'commit').filter((event) => event.player === player);
  const reveals = ofType(events, 'reveal').filter((event) => event.player === player);
  if (commits.length === 0) return [{ kind: 'commitment-missing', player }];
  if (commits.length > 1) return [{ kind: 'commitment-twice', player }];
  if (reveals.length > 1) return [{ kind: 'reveal-twice', player }];
  const start = ofType(events, 'start')[0]?.event ?? Infinity;
  const firstReveal = Math.min(...ofType(events, 'reveal').map(({ event }) => event));
  const findings: Finding[] = [];
  if (commits[0]!.event > firstReveal) findings.push({ kind: 'commitment-late', player });
  if (reveals.length === 0) return start === Infinity ? findings : [...findings, { kind: 'reveal-missing', player }];
  if (reveals[0]!.event > start) findings.push({ kind: 'reveal-late', player });
  return [...findings, ...checkPair(id, player, commits[0]!.commitment, reveals[0]!.secret)];
}

/** The players whose devices add a part. */
function contributors(created: EventOf<'created'>): number[] {
  if (created.dice?.by !== 'all') return [];
  return created.players.flatMap(({ kind }, i) => (kind === 'computer' ? [] : [i + 1]));
}

function checkParts(id: string, events: readonly Told[], created: EventOf<'created'>): Finding[] {
  const wanted = contributors(created);
  const isDue = ofType(events, 'start').length > 0 || ofType(events, 'reveal').length > 0;
  const strangers = [...ofType(events, 'commit'), ...ofType(events, 'reveal')]
    .filter(({ player }) => !wanted.includes(player))
    .map(({ player }): Finding => ({ kind: 'part-unasked', player }));
  return [...(isDue ? wanted.flatMap((player) => checkPart(id, events, player)) : []), ...strangers];
}

/** Whether the server counted this device's part as it was sent. */
function checkOwn(events: readonly Told[], own: OwnPart | null): Finding[] {
  const told = own && ofType(events, 'reveal').find(({ player }) => player === own.player);
  return told && told.secret !== own.secret ? [{ kind: 'own-part-changed', player: own.player }] : [];
}

/** A game that ended before it began had nothing to draw. */
function checkServer(id: string, committed: string, events: readonly Told[]): Finding[] {
  if (!readSecret(committed)) return [{ kind: 'server-commitment-broken' }];
  const end = ofType(events, 'end')[0];
  if (!end || ofType(events, 'start').length === 0) return [];
  if (!end.secret) return [{ kind: 'server-secret-missing' }];
  const secret = readSecret(end.secret);
  if (!secret) return [{ kind: 'server-secret-broken' }];
  return printSecret(commitmentOf(secret, id, 'server')) === committed ? [] : [{ kind: 'server-secret-wrong' }];
}

/** Null as long as a secret is missing or can't be read. */
function findSource(id: string, events: readonly Told[], created: EventOf<'created'>): Source | null {
  const server = readSecret(ofType(events, 'end')[0]?.secret ?? '');
  const reveals = ofType(events, 'reveal');
  const parts = contributors(created).map((player) =>
    readSecret(reveals.find((event) => event.player === player)?.secret ?? ''),
  );
  return server && parts.every((part) => part !== null) ? drawSource(id, server, parts) : null;
}

/* -- draws --------------------------------------------------------------------------------------- */

function checkSeats(source: Source, created: EventOf<'created'>, start: EventOf<'start'>): Finding[] {
  if ((created.series?.game ?? 1) > 1) return []; // the result of the last game says who sits where
  const told = start.players.join(' ');
  const plain = start.players.map((_, i) => i + 1).join(' ');
  if (!created.lots) return told === plain ? [] : [{ kind: 'seats-wrong', told }];
  const wanted = drawSeats(source, created.players.length).join(' ');
  return told === wanted ? [] : [{ kind: 'lots-wrong', wanted, told }];
}

function checkRollOff(source: Source, created: EventOf<'created'>, start: EventOf<'start'>): Finding[] {
  const told = start.throws ?? [];
  if (!created.rolloff && told.length === 0) return [];
  const { throws, starter } = drawRollOff(source, start.players.length);
  const findings: Finding[] = [];
  throws.forEach((thrown, i) => {
    const wanted = `${thrown.seat}: ${diceText(thrown.dice)}`;
    const said = told[i] ? `${told[i].seat}: ${diceText(told[i].dice)}` : null;
    if (said !== null && said !== wanted) findings.push({ kind: 'throw-wrong', number: i + 1, wanted, told: said });
  });
  if (told.length !== throws.length)
    findings.push({ kind: 'throws-count', wanted: `${throws.length}`, told: `${told.length}` });
  if (start.starter !== starter)
    findings.push({ kind: 'starter-wrong', wanted: `${starter}`, told: `${start.starter}` });
  return findings;
}

const rollsIn = (events: readonly Told[]): EventOf<'move'>[] =>
  ofType(events, 'move').filter(({ kind }) => kind === 'roll');

/** No take-back crosses a roll, so every roll that was ever told counts. */
function drawRolls(source: Source, events: readonly Told[]): Verdict['rolls'] {
  return rollsIn(events).map(({ number }, i) => ({ number, dice: drawDice(source, 'roll', i) }));
}

function checkRolls(events: readonly Told[], rolls: Verdict['rolls']): Finding[] {
  return rollsIn(events).flatMap(({ number, move }, i): Finding[] => {
    const [first, second] = rolls[i]!.dice;
    const wanted = `${first + second}`;
    return move === wanted ? [] : [{ kind: 'roll-wrong', number, wanted, told: move ?? '' }];
  });
}

function checkDraws(
  source: Source,
  events: readonly Told[],
  created: EventOf<'created'>,
  rolls: Verdict['rolls'],
): Finding[] {
  const start = ofType(events, 'start')[0];
  if (!start) return [];
  return [...checkSeats(source, created, start), ...checkRollOff(source, created, start), ...checkRolls(events, rolls)];
}

/** What this device added, as it remembers. */
export interface OwnPart {
  player: number;
  secret: string;
}

/** Whether anything was drawn before it was said from what. */
function checkOrder(events: readonly Told[], created: EventOf<'created'> | undefined): Finding[] {
  const start = ofType(events, 'start')[0];
  const isDrawn = rollsIn(events).length > 0 || (start?.throws ?? []).length > 0;
  if (isDrawn && !created?.dice) return [{ kind: 'no-source' }];
  return isDrawn && !start ? [{ kind: 'no-start' }] : [];
}

/** Judges a game by all of its events, which are numbered from 1. */
export function verify(id: string, events: readonly Told[], own: OwnPart | null = null): Verdict {
  const created = ofType(events, 'created')[0];
  const findings = [...checkNumbers(events), ...checkOrder(events, created)];
  if (!created?.dice) return { status: findings.length > 0 ? 'wrong' : 'nothing', by: null, findings, rolls: [] };
  findings.push(...checkServer(id, created.dice.server, events));
  findings.push(...checkParts(id, events, created), ...checkOwn(events, own));
  const source = findSource(id, events, created);
  const rolls = source ? drawRolls(source, events) : [];
  if (source) findings.push(...checkDraws(source, events, created, rolls));
  return { status: statusOf(events, findings, source), by: created.dice.by, findings, rolls };
}

function statusOf(events: readonly Told[], findings: Finding[], source: Source | null): Verdict['status'] {
  if (findings.length > 0) return 'wrong';
  if (source) return 'fair';
  return ofType(events, 'end').length > 0 ? 'nothing' : 'pending';
}

/** A finding in words; `names` are those of the players, in their order. */
export function findingText(finding: Finding, texts: OnlineTexts, names: readonly (string | null)[]): string {
  const { kind, player = 0, number = 0, wanted = '', told = '' } = finding;
  const name = names[player - 1] || texts.player(player);
  const facts: FindingFacts = { name, number, wanted, told: told || texts.none };
  const said = texts.findings[kind](facts);
  return said.charAt(0).toLocaleUpperCase() + said.slice(1);
}
