// The browser, as a client of an online game needs it.

import { ask } from './api';
import type { OnlineClient } from './client';
import type { World } from './connection';

export function socketAddress(id: string, path: string, base: string): string {
  const address = new URL(`api/v1/play/${id}/${path}`, base);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address.href;
}

/** A socket that is left before it is open is closed once it is: browsers complain of any other way. */
function openSocket(address: string): WebSocket {
  const socket = new WebSocket(address);
  const close = (): void => WebSocket.prototype.close.call(socket);
  socket.close = () => (socket.readyState === WebSocket.CONNECTING ? socket.addEventListener('open', close) : close());
  return socket;
}

export function browserWorld(id: string): World {
  return {
    open: (path) => openSocket(socketAddress(id, path, document.baseURI)) as ReturnType<World['open']>,
    look: async () => {
      const { status, answer } = await ask(`play/${id}`);
      return { status, last: Number((answer as { event?: unknown } | null)?.event ?? Infinity) };
    },
    now: () => Date.now(),
    later: (ms, act) => {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
    random: Math.random,
  };
}

/** Tells a client when the network is back or somebody looks at the page again; returns how to end that. */
export function keepAwake(client: Pick<OnlineClient, 'wake'>): () => void {
  const wake = (): void => {
    if (!document.hidden) client.wake();
  };
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  return () => {
    removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', wake);
  };
}
