// Exact values from tables that lie elsewhere: the engine says which pieces a question lacks, they are brought, and it
// goes on. What can't be had, or is damaged, is done without, and told.

import { Unreachable, type Piece, type PieceSource, type TableFile } from './pieces_source';
import type * as wire from './wire';

/** How it went. */
export interface Gathering {
  bytes: number; // from the network
  requests: number;
  damaged: string[]; // files of which a piece is not as it should be
  isCut: boolean; // something could not be fetched
}

type AskEngine = (pieces: readonly (string | Uint8Array)[]) => string;

const ROUNDS = 40;
const TRIES = 3; // of a piece that arrives damaged
const AT_ONCE = 6;

function parse<T>(json: string): T | null {
  const answer = JSON.parse(json) as T | wire.Error;
  return typeof answer === 'object' && answer !== null && 'error' in answer ? null : (answer as T);
}

export class Oracle {
  constructor(
    private readonly ask: AskEngine,
    private readonly source: PieceSource,
  ) {}

  /** Brings what the engine lacks to value a position and its moves. `line` is the game as pieces of a request. */
  async gather(line: readonly string[], files: readonly TableFile[]): Promise<Gathering> {
    const { fetched, requests } = this.source;
    const round = new Round(this.ask, this.source, line, files);
    await round.run();
    return {
      bytes: this.source.fetched - fetched,
      requests: this.source.requests - requests,
      damaged: [...round.damaged],
      isCut: round.isCut,
    };
  }
}

class Round {
  readonly damaged = new Set<string>();
  isCut = false;
  private readonly tries = new Map<string, number>();
  private suspects = new Set<string>(); // files of which a piece was damaged when pieces were brought last
  private readonly game: string;
  private readonly known: Map<string, TableFile>;

  constructor(
    private readonly ask: AskEngine,
    private readonly source: PieceSource,
    private readonly line: readonly string[],
    files: readonly TableFile[],
  ) {
    this.game = line[0]!;
    this.known = new Map(files.map((file) => [file.file, file]));
  }

  async run(): Promise<void> {
    const files = [...this.known.values()].flatMap(({ file, bytes }) => [file, String(bytes)]);
    if (!parse(this.ask(['expect', this.game, String(files.length / 2), ...files]))) return; // a game without tables
    for (let i = 0; i < ROUNDS; i++) {
      const lacking = parse<wire.Lacking>(this.ask(['wanted', ...this.line]))?.pieces ?? [];
      if (lacking.length === 0) return;
      await this.bringAll(lacking);
    }
  }

  private async bringAll(lacking: Piece[]): Promise<void> {
    const left = [...lacking];
    const { suspects } = this;
    this.suspects = new Set();
    const carry = async (): Promise<void> => {
      for (let piece = left.shift(); piece; piece = left.shift()) await this.bring(piece, suspects.has(piece.file));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, carry));
  }

  private giveUp({ file, at }: Piece): void {
    this.ask(['giveUp', this.game, file, String(at)]);
  }

  /**
   * Without a network nothing else is tried: everything would wait as long. What is wanted right after a piece of the same
   * file was damaged may be what led to it, and is believed no more, though it was taken, and kept.
   */
  private async bring(piece: Piece, isSuspect: boolean): Promise<void> {
    const file = this.known.get(piece.file);
    if (!file || this.isCut) return this.giveUp(piece);
    const key = `${piece.file} ${piece.at}`;
    const tried = this.tries.get(key) ?? 0;
    try {
      const bytes = await this.source.get(file, piece, isSuspect || tried > 0);
      const { piece: fate } = JSON.parse(
        this.ask(['bring', this.game, piece.file, String(piece.at), bytes]),
      ) as wire.Brought;
      if (fate === 'taken') return await this.source.keep(file, piece, bytes);
      if (fate === 'unasked') return;
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.isCut = true;
      return this.giveUp(piece);
    }
    await this.source.forget(file, piece);
    this.tries.set(key, tried + 1);
    this.suspects.add(piece.file);
    if (tried + 1 < TRIES) return; // the next round asks for it again, or for what led to it
    this.damaged.add(piece.file);
    this.giveUp(piece);
  }
}
