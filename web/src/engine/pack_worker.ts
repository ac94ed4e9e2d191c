// Downloads files into the browser's own file system, one after the other, each from where it was left. To end it is to
// pause it.

import { packFolder, packName } from './pack_files';
import type { TableFile } from './pieces_source';

export type PackNews =
  { kind: 'progress'; done: number } | { kind: 'done' } | { kind: 'failed'; why: 'full' | 'cut' | 'barred' };

const TELL_EVERY_MS = 100;
let done = 0;
let toldAt = 0;

function tell(news: PackNews): void {
  postMessage(news);
}

function grow(bytes: number): void {
  done += bytes;
  if (performance.now() - toldAt < TELL_EVERY_MS) return;
  toldAt = performance.now();
  tell({ kind: 'progress', done });
}

/** The browser keeps no files for pages, or not so that they can be written here. */
class Barred extends Error {}

async function open(file: TableFile): Promise<FileSystemSyncAccessHandle> {
  const folder = await packFolder(true);
  const handle = await folder?.getFileHandle(packName(file), { create: true });
  if (typeof handle?.createSyncAccessHandle !== 'function') throw new Barred();
  return handle.createSyncAccessHandle();
}

/** What is still missing, from `at` on; a host that knows no ranges begins anew. */
async function ask(file: TableFile, at: number): Promise<Response> {
  const response = await fetch(file.url, at > 0 ? { headers: { Range: `bytes=${at}-` } } : {});
  if (!response.ok || !response.body) throw new Error(`${file.url}: ${response.status}`);
  return response;
}

async function download(file: TableFile): Promise<void> {
  const access = await open(file);
  try {
    let at = access.getSize() > file.bytes ? 0 : access.getSize();
    grow(at);
    if (at === file.bytes) return;
    const response = await ask(file, at);
    if (at > 0 && response.status !== 206) {
      grow(-at);
      at = 0;
    }
    access.truncate(at);
    const reader = response.body!.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      at += access.write(part.value as BufferSource, { at });
      grow(part.value.length);
    }
    if (at !== file.bytes) throw new Error(`${file.file}: ${at} bytes instead of ${file.bytes}`);
  } finally {
    access.flush();
    access.close();
  }
}

onmessage = async (event: MessageEvent<TableFile[]>) => {
  try {
    for (const file of event.data) await download(file);
    tell({ kind: 'progress', done });
    tell({ kind: 'done' });
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    tell({ kind: 'failed', why: isFull ? 'full' : error instanceof Barred ? 'barred' : 'cut' });
  }
};
