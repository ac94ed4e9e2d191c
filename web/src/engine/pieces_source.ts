// Pieces of table files: from what this browser keeps, else from the network by a range of bytes.

/** A file that can be asked for. */
export interface TableFile {
  file: string; // 'pylos.distance.12.ludt'
  bytes: number;
  tag: string; // of these bytes
  url: string; // whole; that of other bytes is another. '': nowhere but here
}

export interface Piece {
  file: string;
  at: number;
  bytes: number;
}

/** It can't be had now: no network, a server that fails, or one that gives something else. */
export class Unreachable extends Error {}

/** Where pieces are kept between visits; what a Cache of the browser does. */
export interface PieceShelf {
  get(key: string): Promise<Uint8Array | null>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  remove(key: string): Promise<void>;
}

const WAIT_MS = 20_000;
const TRIES = 2;
const PAUSE_MS = 400;
const WHOLE_MOST = 1 << 20; // of a file that comes whole, since its host knows no ranges
const KEPT_MOST = 5000; // pieces; then it begins anew
const SHELF = 'tables'; // not the service worker's, which knows its own by their names

export function pieceKey({ url }: TableFile, { at, bytes }: Piece): string {
  return `${url}${url.includes('?') ? '&' : '?'}at=${at}&bytes=${bytes}`;
}

/** The browser's own shelf; where there is none nothing is kept. */
export async function openShelf(): Promise<PieceShelf> {
  const cache = await openCache();
  return {
    get: async (key) => {
      const kept = await cache?.match(key);
      return kept ? new Uint8Array(await kept.arrayBuffer()) : null;
    },
    put: async (key, bytes) => void (await cache?.put(key, new Response(bytes as BufferSource))),
    remove: async (key) => void (await cache?.delete(key)),
  };
}

async function openCache(): Promise<Cache | null> {
  try {
    const cache = await caches.open(SHELF);
    if ((await cache.keys()).length <= KEPT_MOST) return cache;
    await caches.delete(SHELF);
    return await caches.open(SHELF);
  } catch {
    return null; // forbidden, or no safe connection
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Asks once; `isAnew` passes by whatever the browser has. */
async function ask({ url, bytes: whole }: TableFile, { at, bytes }: Piece, isAnew: boolean): Promise<Uint8Array> {
  const response = await fetch(url, {
    headers: { Range: `bytes=${at}-${at + bytes - 1}` },
    signal: AbortSignal.timeout(WAIT_MS),
    cache: isAnew ? 'reload' : 'default',
  });
  if (response.status !== 206 && (response.status !== 200 || whole > WHOLE_MOST)) {
    void response.body?.cancel();
    throw new Error(`${url}: ${response.status}`);
  }
  const all = new Uint8Array(await response.arrayBuffer());
  const got = response.status === 200 ? all.subarray(at, at + bytes) : all;
  if (got.length !== bytes) throw new Error(`${url}: ${got.length} bytes instead of ${bytes}`);
  return got;
}

export class PieceSource {
  /** Bytes that came over the network, and how many times it was asked. */
  fetched = 0;
  requests = 0;

  constructor(
    private readonly shelf: PieceShelf,
    private readonly packed: (file: TableFile, piece: Piece) => Promise<Uint8Array | null>,
    private readonly pauseMs = PAUSE_MS,
  ) {}

  private shelved(file: TableFile, piece: Piece): Promise<Uint8Array | null> {
    return this.shelf.get(pieceKey(file, piece)).catch(() => null);
  }

  /** Throws Unreachable. */
  async get(file: TableFile, piece: Piece, isAnew: boolean): Promise<Uint8Array> {
    const kept = isAnew ? null : ((await this.packed(file, piece)) ?? (await this.shelved(file, piece)));
    if (kept?.length === piece.bytes) return kept;
    if (!file.url) throw new Unreachable(file.file);
    for (let left = TRIES; ; left--) {
      try {
        this.requests++;
        const bytes = await ask(file, piece, isAnew);
        this.fetched += bytes.length;
        return bytes;
      } catch (error) {
        if (left <= 1) throw new Unreachable(String(error));
        await pause(this.pauseMs);
      }
    }
  }

  /** Once it turned out to be sound. A full disk is no reason to fail. */
  async keep(file: TableFile, piece: Piece, bytes: Uint8Array): Promise<void> {
    await this.shelf.put(pieceKey(file, piece), bytes).catch(() => {});
  }

  async forget(file: TableFile, piece: Piece): Promise<void> {
    await this.shelf.remove(pieceKey(file, piece)).catch(() => {});
  }
}
