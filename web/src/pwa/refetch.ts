// Styles of a part that could not be fetched are never asked for again by what loads parts, and neither are modules in some
// browsers. So once the server can be reached again, the next screen begins with a whole page.

let isIncomplete = false;

async function begin(): Promise<void> {
  if (!isIncomplete) return;
  const answer = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (answer?.ok) location.reload();
}

export function startRefetching(): void {
  addEventListener('vite:preloadError', () => (isIncomplete = true));
  addEventListener('hashchange', () => void begin());
}
