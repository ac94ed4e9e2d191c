// What the reader prefers, kept in the browser. A broken or missing store means the usual choice.

export type Language = 'es' | 'en';
export type Motion = 'full' | 'reduced' | 'off';
export type Theme = 'system' | 'light' | 'dark';
/** Of what boards and pieces are made; the first is what everybody meets. */
export const BOARDS = ['wood', 'slate', 'clay', 'paper'] as const;
export const PIECES = ['usual', 'glass', 'bold'] as const;
export const TEXTS = ['usual', 'large', 'largest'] as const;
export type Boards = (typeof BOARDS)[number];
export type Pieces = (typeof PIECES)[number];
export type TextSize = (typeof TEXTS)[number];

export interface Settings {
  language: Language | null; // null: as the browser says
  theme: Theme;
  boards: Boards;
  pieces: Pieces;
  text: TextSize;
  leftHanded: boolean; // controls where the left thumb is
  motion: Motion | null; // null: as the system says
  sound: boolean | null; // null: not asked yet
  counts: boolean; // oware: counts; others: coordinates
  choices: boolean; // every legal destination, always
  autoRoll: boolean;
  shortcuts: boolean; // keys of one letter
  level: number; // of the computer, last chosen: 1…10, 11 for max
  name: string; // what the reader is called in games; '' for none
  hasPlayed: boolean; // whoever has not is offered a first game
}

const KEY = 'ludoteca.settings';
const usual: Settings = {
  language: null,
  theme: 'system',
  boards: 'wood',
  pieces: 'usual',
  text: 'usual',
  leftHanded: false,
  motion: null,
  sound: null,
  counts: false,
  choices: true,
  autoRoll: false,
  shortcuts: true,
  level: 2,
  name: '',
  hasPlayed: false,
};

const allowed: { [K in keyof Settings]: (value: unknown) => value is Settings[K] } = {
  language: isOneOf([null, 'es', 'en']),
  theme: isOneOf(['system', 'light', 'dark']),
  boards: isOneOf(BOARDS),
  pieces: isOneOf(PIECES),
  text: isOneOf(TEXTS),
  leftHanded: isBoolean,
  motion: isOneOf([null, 'full', 'reduced', 'off']),
  sound: isOneOf([null, true, false]),
  counts: isBoolean,
  choices: isBoolean,
  autoRoll: isBoolean,
  shortcuts: isBoolean,
  level: (v): v is number => typeof v === 'number' && Number.isInteger(v) && v >= 1 && v <= 11,
  name: (v): v is string => typeof v === 'string' && v.length <= 40,
  hasPlayed: isBoolean,
};

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isOneOf<T>(values: readonly T[]): (value: unknown) => value is T {
  return (value): value is T => values.some((one) => one === value);
}

/** Takes what fits from anything; the rest stays as usual. */
export function readSettings(text: string | null): Settings {
  const settings = { ...usual };
  let found: unknown = null;
  try {
    found = JSON.parse(text ?? 'null');
  } catch {
    return settings;
  }
  if (typeof found !== 'object' || found === null) return settings;
  const record = found as Record<string, unknown>;
  for (const key of Object.keys(usual) as (keyof Settings)[]) take(settings, record, key);
  return settings;
}

function take<K extends keyof Settings>(settings: Settings, found: Record<string, unknown>, key: K): void {
  const value = found[key];
  if (allowed[key](value)) settings[key] = value;
}

function load(): Settings {
  try {
    return readSettings(localStorage.getItem(KEY));
  } catch {
    return { ...usual }; // storage is forbidden: the page works all the same
  }
}

export const settings: Settings = $state(load());

export function keepSettings(): void {
  try {
    localStorage.setItem(KEY, settingsText());
  } catch {
    // Storage is full or forbidden: the choice holds until the page is closed.
  }
}

/** Everything the reader prefers, as text for another device. */
export function settingsText(): string {
  return JSON.stringify($state.snapshot(settings));
}

/** From another device; what does not fit stays as usual. */
export function takeSettings(text: string): void {
  Object.assign(settings, readSettings(text));
}

const still = matchMedia('(prefers-reduced-motion: reduce)');
let systemIsStill = $state(still.matches);
still.addEventListener('change', () => (systemIsStill = still.matches));

export function motion(): Motion {
  return settings.motion ?? (systemIsStill ? 'reduced' : 'full');
}
