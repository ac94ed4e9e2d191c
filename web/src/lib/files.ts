// Handing things to the reader: files, the clipboard, the system's own way to send.

export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** True if it is on the clipboard now. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export function canSend(): boolean {
  return typeof navigator.share === 'function';
}

export async function send(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url });
  } catch {
    // The reader changed their mind, or the system did: nothing to say.
  }
}
