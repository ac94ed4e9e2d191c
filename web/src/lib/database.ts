// A database of the browser (IndexedDB): things that have an `id`, in a few stores. Where it is forbidden or full
// nothing is kept, and `isLasting` says so.

export class Database {
  private database: IDBDatabase | null = null;
  private readonly opening: Promise<void>;
  isLasting = true;

  constructor(
    private readonly name: string,
    private readonly stores: readonly string[],
  ) {
    this.opening = this.open();
  }

  private async open(): Promise<void> {
    try {
      this.database = await openDatabase(this.name, this.stores);
      // Another tab with a newer page wants to change the stores: let go rather than block it.
      this.database.onversionchange = () => this.letGo();
      this.database.onclose = () => this.letGo();
    } catch {
      this.isLasting = false;
    }
  }

  private letGo(): void {
    this.database?.close();
    this.database = null;
    this.isLasting = false;
  }

  /** Does one thing in a store and waits until it is done; null where there is no database. */
  async run<T>(
    name: string,
    mode: IDBTransactionMode,
    act: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | null> {
    await this.opening;
    if (!this.database) return null;
    const transaction = this.database.transaction(name, mode);
    const request = act(transaction.objectStore(name));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error ?? new Error('store'));
      transaction.onabort = () => reject(transaction.error ?? new Error('store'));
    });
  }
}

function openDatabase(name: string, stores: readonly string[]): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store, { keyPath: 'id' });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('store'));
    request.onblocked = () => reject(new Error('blocked'));
  });
}
