// Files of tables and strategies that the reader downloaded, in the browser's own file system. A file is named by its
// tag and its size, too, so that whatever is there tells by itself what it is and whether it is whole.

import type { Piece, TableFile } from './pieces_source';

const FOLDER = 'packs';

/** What is there of a file: `has` bytes from its beginning on. */
export interface PackFile {
  file: string;
  tag: string;
  bytes: number;
  has: number;
}

export function packName({ tag, bytes, file }: Pick<TableFile, 'file' | 'tag' | 'bytes'>): string {
  return `${tag}.${bytes}.${file}`;
}

export function readPackName(name: string): Omit<PackFile, 'has'> | null {
  const [, tag, bytes, file] = /^([0-9a-f]{16})\.(\d{1,15})\.(.+)$/.exec(name) ?? [];
  return tag && bytes && file ? { tag, bytes: Number(bytes), file } : null;
}

/** Null where browsers have no such thing, or not in a private window. */
export async function packFolder(isWanted: boolean): Promise<FileSystemDirectoryHandle | null> {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(FOLDER, { create: isWanted });
  } catch {
    return null;
  }
}

export async function listPacks(): Promise<PackFile[]> {
  const found: PackFile[] = [];
  const folder = await packFolder(false);
  for await (const [name, handle] of folder?.entries() ?? []) {
    const known = readPackName(name);
    if (!known || handle.kind !== 'file') continue;
    found.push({ ...known, has: (await (handle as FileSystemFileHandle).getFile()).size });
  }
  return found;
}

export async function removePack(file: Pick<TableFile, 'file' | 'tag' | 'bytes'>): Promise<void> {
  const folder = await packFolder(false);
  await folder?.removeEntry(packName(file)).catch(() => {});
}

/** A piece of a file that was downloaded at least as far. */
export async function readPacked(file: TableFile, { at, bytes }: Piece): Promise<Uint8Array | null> {
  try {
    const folder = await packFolder(false);
    const handle = await folder?.getFileHandle(packName(file));
    const kept = await handle?.getFile();
    return kept && kept.size >= at + bytes ? new Uint8Array(await kept.slice(at, at + bytes).arrayBuffer()) : null;
  } catch {
    return null; // it is not there
  }
}

/** All of a file of this name, whatever its tag, if it is whole. */
export async function readWhole(file: string): Promise<Uint8Array | null> {
  const kept = (await listPacks()).find((pack) => pack.file === file && pack.has === pack.bytes);
  return kept ? readPacked({ ...kept, url: '' }, { file, at: 0, bytes: kept.bytes }) : null;
}
