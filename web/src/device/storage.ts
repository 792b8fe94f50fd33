/** Named texts on this device, in IndexedDB; where that is forbidden or full, as long as the page lasts. */

const NAME = "ludoteca";
const STORE = "texts";

export class Storage {
  #opened: Promise<IDBDatabase> | null = null;
  readonly #unkept = new Map<string, string | null>();
  readonly #failed: (reason: string) => void;

  /** `failed` is told when something can't be kept. */
  constructor(failed: (reason: string) => void) {
    this.#failed = failed;
  }

  async read(key: string): Promise<string | undefined> {
    if (this.#unkept.has(key)) return this.#unkept.get(key) ?? undefined;
    return this.#do("readonly", (store) => store.get(key) as IDBRequest<string | undefined>).catch(
      () => undefined,
    );
  }

  async write(key: string, text: string): Promise<void> {
    await this.#change(key, text, (store) => store.put(text, key));
  }

  async remove(key: string): Promise<void> {
    await this.#change(key, null, (store) => store.delete(key));
  }

  async keys(): Promise<string[]> {
    const kept = await this.#do("readonly", (store) => store.getAllKeys()).catch(() => []);
    return kept.map(String);
  }

  async #change<T>(
    key: string,
    text: string | null,
    act: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<void> {
    try {
      await this.#do("readwrite", act);
      this.#unkept.delete(key);
    } catch (error) {
      this.#unkept.set(key, text);
      this.#failed(error instanceof DOMException ? error.name : "unknown");
    }
  }

  async #do<T>(
    mode: IDBTransactionMode,
    act: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const database = await (this.#opened ??= open());
    return new Promise((resolve, reject) => {
      const work = database.transaction(STORE, mode);
      const asked = act(work.objectStore(STORE));
      work.oncomplete = () => resolve(asked.result);
      work.onabort = work.onerror = () => reject(work.error ?? asked.error);
    });
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}
