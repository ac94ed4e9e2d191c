// The rules, asked of a worker that never thinks.

import type { Channel } from './channel';
import { linePieces, lineUntil } from './pieces';
import type { GameLine, RecordText, RulesClient, SeriesSoFar } from './types';

/** A random number of 64 bits as the C side reads it. */
export function randomPiece(random: bigint): string {
  return BigInt.asUintN(64, random).toString();
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
    pieces.push(...game.players.map(String), game.game, String(game.firstSeat), game.result.result);
  }
  return pieces;
}

export function rulesClient(channel: Channel): RulesClient {
  async function ask<T>(verb: string, ...pieces: string[]): Promise<T> {
    return JSON.parse(await channel.ask([verb, ...pieces])) as T;
  }
  return {
    games: () => ask('games'),
    prose: (game, language) => ask('prose', game, language),
    situation: (line) => ask('situation', ...linePieces(line)),
    situationAt: (line: GameLine, index) => ask('situation', ...linePieces(lineUntil(line, index))),
    preview: (line, move) => ask('preview', ...linePieces(line), move),
    roll: (line, random) => ask('roll', ...linePieces(line), randomPiece(random)),
    readRecords: (text) => ask('readRecords', text),
    writeRecord: (record, format) => ask('writeRecord', ...recordPieces(record, format)),
    readMove: (line, text) => ask('readMove', ...linePieces(line), text),
    nextGame: (series) => ask('nextGame', ...seriesPieces(series)),
  };
}
