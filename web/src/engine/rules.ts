// The rules, asked of a worker that never thinks.

import type { Channel } from './channel';
import { readGames, readNextGame, readPreview, readRecords, readSituation } from './answers';
import { linePieces, lineUntil } from './pieces';
import type * as wire from './wire';
import type { GameLine, OracleClient, RecordText, RulesClient, SeriesSoFar } from './types';

/** A random number of 64 bits as the C side reads it. */
export function randomPiece(random: bigint): string {
  return BigInt.asUintN(64, random).toString();
}

/** Seats and players, which the engine counts from 1. */
function fromOne(index: number): string {
  return String(index + 1);
}

function recordPieces(record: RecordText, format: string): string[] {
  const tags = Object.entries(record.tags);
  const comments = Object.entries(record.comments);
  return [
    ...linePieces(record.line),
    format,
    String(tags.length),
    ...tags.flat(),
    String(comments.length),
    ...comments.flat(),
  ];
}

function seriesPieces(series: SeriesSoFar): string[] {
  const pieces = [series.game, randomPiece(series.random), String(series.games.length)];
  for (const game of series.games) {
    pieces.push(...game.players.map(fromOne), game.game, fromOne(game.firstSeat), game.result.result);
  }
  return pieces;
}

export function rulesClient(channel: Channel): RulesClient {
  async function ask<T>(verb: string, ...pieces: string[]): Promise<T> {
    return JSON.parse(await channel.ask([verb, ...pieces])) as T;
  }
  const askSituation = async (line: GameLine) => readSituation(await ask('situation', ...linePieces(line)));
  return {
    games: async () => readGames(await ask('games')),
    prose: async (game, language) => (await ask<wire.Prose>('prose', game, language)).markdown,
    situation: askSituation,
    situationAt: (line, index) => askSituation(lineUntil(line, index)),
    preview: async (line, move) => readPreview(await ask('preview', ...linePieces(line), move)),
    answers: async (line, seat) => (await ask<wire.Answers>('answers', ...linePieces(line), fromOne(seat))).ways,
    roll: async (line, random) => (await ask<wire.Roll>('roll', ...linePieces(line), randomPiece(random))).roll,
    readRecords: async (text) => readRecords(await ask('readRecords', text), await ask('games')),
    writeRecord: async (record, format) =>
      (await ask<wire.WrittenRecord>('writeRecord', ...recordPieces(record, format))).text,
    readMove: async (line, text) => (await ask<wire.ReadMove>('readMove', ...linePieces(line), text)).move,
    nextGame: async (series) => readNextGame(await ask('nextGame', ...seriesPieces(series))),
  };
}

export function oracleClient(channel: Channel): OracleClient {
  return {
    ask: async (line, files) => JSON.parse(await channel.ask(['oracle', ...linePieces(line)], undefined, files)),
  };
}
