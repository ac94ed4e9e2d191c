// Exact values from the tables of a server, where the page comes from one that has them. Everywhere else
// (offline, a plain web server) this is silent: the analysis goes on without.

export interface ExactMove {
  least: number; // oware: seeds; pylos: 1 won, 0 endless, -1 lost
  most: number;
  plies: number | null; // pylos: to the end
}

export interface ExactPosition {
  unit: 'seeds' | 'outcome';
  moves: Map<string, ExactMove>;
}

const WAIT_MS = 4000;
let listed: Promise<string[]> | null = null;
const found = new Map<string, ExactPosition | null>();

async function ask(path: string): Promise<unknown> {
  const response = await fetch(new URL(path, document.baseURI), { signal: AbortSignal.timeout(WAIT_MS) });
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return response.ok && isJson ? response.json() : null;
}

/** The games for which there are tables; asked once. */
async function games(): Promise<string[]> {
  listed ??= ask('api/v1/tables')
    .then((answer) => {
      const tables = (answer as { tables?: { game?: unknown }[] } | null)?.tables;
      return Array.isArray(tables) ? tables.map(({ game }) => String(game).split(':')[0]!) : [];
    })
    .catch(() => []);
  return listed;
}

/** What the tables know of a position; null: nothing. */
export async function exactValues(game: string, position: string, isFragment: boolean): Promise<ExactPosition | null> {
  if (!navigator.onLine || !/^(oware|pylos)\b/.test(game)) return null;
  const name = game.split(':')[0]!;
  if (!(await games()).includes(name)) return null;
  const query = new URLSearchParams({ game, position, ...(isFragment ? { fragment: '1' } : {}) }).toString();
  const known = found.get(query);
  if (known !== undefined) return known;
  const answer = await ask(`api/v1/tables/probe?${query}`).catch(() => null);
  const exact = readProbe(name, answer);
  if (found.size > 2000) found.clear();
  found.set(query, exact);
  return exact;
}

export function readProbe(name: string, answer: unknown): ExactPosition | null {
  const { known, moves } = (answer ?? {}) as { known?: unknown; moves?: unknown };
  if (known !== true || !Array.isArray(moves)) return null;
  const isOware = name === 'oware';
  const exact: ExactPosition = { unit: isOware ? 'seeds' : 'outcome', moves: new Map() };
  for (const entry of moves as Record<string, unknown>[]) {
    const least = isOware ? entry.final_least : entry.value;
    const most = isOware ? entry.final_most : entry.value;
    if (typeof entry.move !== 'string' || typeof least !== 'number' || typeof most !== 'number') continue;
    exact.moves.set(entry.move, { least, most, plies: typeof entry.plies === 'number' ? entry.plies : null });
  }
  return exact.moves.size > 0 ? exact : null;
}
