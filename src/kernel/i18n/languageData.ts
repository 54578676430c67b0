// Whether the browser has read its data about the language: until then the first date, number or name of a country takes a frame or two.

let isRead = false;
const waiting = new Set<() => void>();

/** Whether writing a date takes no time any more. */
export function isLanguageRead(): boolean {
  return isRead;
}

/** Tells when it is so; answers how to stop listening. */
export function onLanguageRead(listener: () => void): () => void {
  waiting.add(listener);
  return () => waiting.delete(listener);
}

/** Says that the data has been read, or that nobody reads it ahead. */
export function languageIsRead(): void {
  isRead = true;
  for (const listener of [...waiting]) listener();
}
