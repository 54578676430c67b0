// Web storage that never throws: what cannot be read counts as missing, what cannot be written is kept for this page only.

/** A small store of named JSON values. */
export interface Kept {
  /** The value, `undefined` when there is none, `null` where what is stored cannot be read. */
  read(key: string): unknown;
  /** The text as it is stored. */
  text(key: string): string | undefined;
  write(key: string, value: unknown): void;
  remove(key: string): void;
}

/** Wraps a Storage; `storage()` may itself throw where the browser forbids it. */
export function keptIn(storage: () => Storage): Kept {
  const memory = new Map<string, string>();

  function text(key: string): string | undefined {
    try {
      return storage().getItem(key) ?? memory.get(key);
    } catch {
      return memory.get(key);
    }
  }

  return {
    text,
    read(key) {
      const found = text(key);
      if (found === undefined) return undefined;
      try {
        return JSON.parse(found);
      } catch {
        return null;
      }
    },
    write(key, value) {
      const written = typeof value === "string" ? value : JSON.stringify(value);
      try {
        storage().setItem(key, written);
        memory.delete(key);
      } catch (error) {
        memory.set(key, written);
        console.warn(`"${key}" is kept for this page only: ${String(error)}`);
      }
    },
    remove(key) {
      memory.delete(key);
      try {
        storage().removeItem(key);
      } catch {
        // Nothing is stored where storage is forbidden.
      }
    },
  };
}
