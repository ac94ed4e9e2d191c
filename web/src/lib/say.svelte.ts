// What the page says to everybody: a live region for screen readers, and short notes (toasts).

export interface Note {
  id: number;
  kind: 'info' | 'error';
  text: string;
  action: { label: string; run: () => void } | null;
}

let spokenText = $state('');
let count = 0;
export const notes: Note[] = $state([]);

export function spoken(): string {
  return spokenText;
}

/** Speaks to screen readers. The same words twice in a row are said twice. */
export function speak(text: string): void {
  count += 1;
  spokenText = text + (count % 2 ? '' : '\u00a0');
}

export function note(text: string, kind: Note['kind'] = 'info', action: Note['action'] = null): number {
  count += 1;
  const id = count;
  while (notes.length >= 3) notes.shift();
  notes.push({ id, kind, text, action });
  if (!action) setTimeout(() => dismiss(id), kind === 'error' ? 12_000 : 5_000);
  return id;
}

export function dismiss(id: number): void {
  const index = notes.findIndex((n) => n.id === id);
  if (index >= 0) notes.splice(index, 1);
}
