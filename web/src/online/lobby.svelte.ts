// A server's games, as far as they matter to the reader: asked when somebody looks, and while they do.

import { listGames, listMine, type Listing, type OwnGame } from './api';
import { knownKey } from './identity';
import { Shelf } from './shelf';

const AGAIN_MS = 30_000;
const NOTHING: Listing = { open: [], playing: [], pushKey: null, hasMail: false };

export class Lobby {
  own: OwnGame[] = $state.raw([]);
  listing: Listing = $state.raw(NOTHING);
  now = $state(Date.now());
  /** Whether the server has told all of this; or could not be reached, and it is as it was. */
  isFresh = $state(false);
  isStale = $state(false);
  private isAsking = false;
  private shelf: Shelf | null = null;

  get hasGames(): boolean {
    return this.own.length + this.listing.open.length + this.listing.playing.length > 0;
  }

  async refresh(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    const listing = await listGames();
    const key = listing && (await knownKey((this.shelf ??= new Shelf())));
    const own = key ? await listMine(key) : [];
    this.isAsking = false;
    this.isFresh = listing !== null && own !== null;
    this.isStale = !this.isFresh;
    this.now = Date.now();
    if (listing) this.listing = listing;
    if (listing && own) this.own = own;
  }

  /** Asks now, when somebody looks again, and from time to time unless they are busy; returns how to end that. */
  watch(isBusy: () => boolean): () => void {
    const look = (): void => void (document.hidden || this.refresh());
    const again = (): void => void (isBusy() || look());
    look();
    const timer = setInterval(again, AGAIN_MS);
    addEventListener('online', look);
    addEventListener('offline', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      removeEventListener('online', look);
      removeEventListener('offline', look);
      document.removeEventListener('visibilitychange', look);
    };
  }
}
