// Imports a module by its file's address. Code that V8 kept cannot import by itself, so what starts it lends its own import.
declare const __import: ((address: string) => Promise<unknown>) | undefined;

export function importFile(address: string): Promise<unknown> {
  return typeof __import === "function" ? __import(address) : import(address);
}
