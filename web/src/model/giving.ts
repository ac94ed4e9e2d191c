// Handing out what a dialog offers, and saying how it went.

import { t } from '../i18n/index.svelte';
import { copyText, saveFile } from '../lib/files';
import { note } from '../lib/say.svelte';
import { boardPng, boardSvg } from './picture';

export async function giveText(text: string): Promise<void> {
  const isCopied = await copyText(text);
  note(isCopied ? t().share.copied : t().share.copyFailed, isCopied ? 'info' : 'error');
}

export async function givePicture(frame: HTMLElement | undefined, kind: 'png' | 'svg', name: string): Promise<void> {
  try {
    const svg = frame?.querySelector('svg');
    if (!svg) throw new Error('no board');
    saveFile(kind === 'svg' ? boardSvg(svg) : await boardPng(svg), `${name}.${kind}`);
  } catch {
    note(t().share.pictureFailed, 'error');
  }
}
