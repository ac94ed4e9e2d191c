// Registers the service worker: offline after the first load, and a word when there is something newer.

import { t } from '../i18n/index.svelte';
import { note } from '../lib/say.svelte';

/** Whether the page can be used without a network, as those who read its foot are told. */
export const offline = $state({ isReady: false });

export function startOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  addEventListener('load', () => void register());
}

async function register(): Promise<void> {
  const hadOne = navigator.serviceWorker.controller !== null;
  offline.isReady = hadOne;
  let isReloading = false;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!hadOne || isReloading) return;
    isReloading = true;
    location.reload();
  });
  try {
    const registration = await navigator.serviceWorker.register('./sw.js');
    if (registration.waiting) announce(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed' && navigator.serviceWorker.controller) announce(worker);
        else if (worker.state === 'activated' && !hadOne) offline.isReady = true;
      });
    });
  } catch {
    // Forbidden or unreachable: the page works, only not offline.
  }
}

function announce(worker: ServiceWorker): void {
  note(t().app.update, 'info', { label: t().app.updateNow, run: () => worker.postMessage('take over') });
}
