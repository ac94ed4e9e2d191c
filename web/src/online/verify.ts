// Whether an online game's dice and lots are what everybody's secrets make of them. Everything is worked out anew
// from the events; what differs, is missing or came too late is a finding.
//
// docs/DICE.md says what follows from what. Draws are counted from 0 for each purpose; a roll or a throw is one draw
// of 36, both dice at once.

import type { FindingFacts, OnlineTexts } from '../i18n/online';
import {
  commitmentOf,
  draw,
  drawDice,
  drawSource,
  partName,
  printSecret,
  readSecret,
  termsText,
  type Secret,
} from './draws';
import { readThrow, type EventOf, type EventType, type OnlineEvent, type StrangeEvent, type Throw } from './events';

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
/** So many throws for the start are told at most. */
const MOST_THROWS = 96;

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

/** The player of each seat: each gets one of those who have none yet; the last of them fills the gap. */
export function drawSeats(source: Source, players: number): number[] {
  const waiting = Array.from({ length: players }, (_, i) => i + 1);
  return Array.from({ length: players }, (_, seat) => {
    const lot = draw(source, 'lots', seat, waiting.length);
    const player = waiting[lot]!;
    waiting[lot] = waiting.at(-1)!;
    waiting.pop();
    return player;
  });
}

/* -- secrets ------------------------------------------------------------------------------------- */

function checkNumbers(events: readonly Told[]): Finding[] {
  const gap = events.findIndex(({ event }, i) => event !== i + 1);
  return gap < 0 ? [] : [{ kind: 'events-missing', number: gap + 1 }];
}

/** The terms as the game's own facts make them, whatever the server calls them. */
function termsOf(id: string, { game, players, lots = false, rolloff = false, dice }: EventOf<'created'>): string {
  return termsText({ id, game, kinds: players.map(({ kind }) => kind), lots, rolloff, by: dice?.by ?? 'server' });
}

/** Whether a secret is the one that was committed to; a finding if not. */
function checkPair(terms: string, player: number, committed: string, revealed: string): Finding[] {
  const commitment = readSecret(committed);
  const secret = readSecret(revealed);
  if (!commitment) return [{ kind: 'commitment-broken', player }];
  if (!secret) return [{ kind: 'reveal-broken', player }];
  const isSame = printSecret(commitmentOf(secret, terms, partName(player))) === committed;
  return isSame ? [] : [{ kind: 'secret-wrong', player }];
}

/** One player's commitment and secret. */
function checkPart(terms: string, events: readonly Told[], player: number): Finding[] {
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
  return [...findings, ...checkPair(terms, player, commits[0]!.commitment, reveals[0]!.secret)];
}

/** The players whose devices add a part. */
function contributors(created: EventOf<'created'>): number[] {
  if (created.dice?.by !== 'all') return [];
  return created.players.flatMap(({ kind }, i) => (kind === 'computer' ? [] : [i + 1]));
}

function checkParts(terms: string, events: readonly Told[], created: EventOf<'created'>): Finding[] {
  const wanted = contributors(created);
  const isDue = ofType(events, 'start').length > 0 || ofType(events, 'reveal').length > 0;
  const strangers = [...ofType(events, 'commit'), ...ofType(events, 'reveal')]
    .filter(({ player }) => !wanted.includes(player))
    .map(({ player }): Finding => ({ kind: 'part-unasked', player }));
  return [...(isDue ? wanted.flatMap((player) => checkPart(terms, events, player)) : []), ...strangers];
}

/** Whether the server counted this device's part as it was sent. */
function checkOwn(events: readonly Told[], own: OwnPart | null): Finding[] {
  const told = own && ofType(events, 'reveal').find(({ player }) => player === own.player);
  return told && told.secret !== own.secret ? [{ kind: 'own-part-changed', player: own.player }] : [];
}

/** A game that ended before it began had nothing to draw. */
function checkServer(terms: string, committed: string, events: readonly Told[]): Finding[] {
  if (!readSecret(committed)) return [{ kind: 'server-commitment-broken' }];
  const end = ofType(events, 'end')[0];
  if (!end || ofType(events, 'start').length === 0) return [];
  if (!end.secret) return [{ kind: 'server-secret-missing' }];
  const secret = readSecret(end.secret);
  if (!secret) return [{ kind: 'server-secret-broken' }];
  return printSecret(commitmentOf(secret, terms, 'server')) === committed ? [] : [{ kind: 'server-secret-wrong' }];
}

/** Null as long as a secret is missing or can't be read. */
function findSource(terms: string, events: readonly Told[], created: EventOf<'created'>): Source | null {
  const server = readSecret(ofType(events, 'end')[0]?.secret ?? '');
  const reveals = ofType(events, 'reveal');
  const parts = contributors(created).map((player) =>
    readSecret(reveals.find((event) => event.player === player)?.secret ?? ''),
  );
  return server && parts.every((part) => part !== null) ? drawSource(terms, server, parts) : null;
}

/* -- draws --------------------------------------------------------------------------------------- */

/** Where no lots are drawn players sit in their order, or as the last game of the series left them. */
function seatsWithoutLots({ players, series }: EventOf<'created'>): number[] {
  const seats = series?.seats ?? players.map((_, i) => i + 1);
  return seats.map((_, seat) => seats.indexOf(seat + 1) + 1);
}

function checkSeats(source: Source, created: EventOf<'created'>, start: EventOf<'start'>): Finding[] {
  const told = start.players.join(' ');
  const seats = created.lots ? drawSeats(source, created.players.length) : seatsWithoutLots(created);
  const wanted = seats.join(' ');
  return told === wanted ? [] : [{ kind: created.lots ? 'lots-wrong' : 'seats-wrong', wanted, told }];
}

const throwText = ({ seat, dice }: Throw): string => `${seat}: ${diceText(dice)}`;

function checkRollOff(source: Source, created: EventOf<'created'>, start: EventOf<'start'>): Finding[] {
  const told = (start.throws ?? []).map((text) => throwText(readThrow(text)));
  if (!created.rolloff && told.length === 0) return [];
  const { throws, starter } = drawRollOff(source, start.players.length);
  const wanted = throws.slice(0, MOST_THROWS).map(throwText);
  const findings = wanted.flatMap((text, i): Finding[] =>
    told[i] === undefined || told[i] === text
      ? []
      : [{ kind: 'throw-wrong', number: i + 1, wanted: text, told: told[i] }],
  );
  if (told.length !== wanted.length)
    findings.push({ kind: 'throws-count', wanted: `${wanted.length}`, told: `${told.length}` });
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

/** Both the dice that are shown and their sum, which is played. */
function checkRolls(events: readonly Told[], rolls: Verdict['rolls']): Finding[] {
  const text = (dice: [number, number], sum: string): string => `${diceText(dice)} = ${sum}`;
  return rollsIn(events).flatMap(({ number, move = '', dice: shown }, i): Finding[] => {
    const { dice } = rolls[i]!;
    const wanted = text(dice, `${dice[0] + dice[1]}`);
    const told = text(shown ?? dice, move);
    return told === wanted ? [] : [{ kind: 'roll-wrong', number, wanted, told }];
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
  const terms = termsOf(id, created);
  if (created.dice.terms !== terms) findings.push({ kind: 'terms-wrong', wanted: terms, told: created.dice.terms });
  findings.push(...checkServer(terms, created.dice.server, events));
  findings.push(...checkParts(terms, events, created), ...checkOwn(events, own));
  const source = findSource(terms, events, created);
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
