// Where a person wanted to go when the login page stood in the way; another person is not sent there.
import type { Kept } from "../kernel/store/kept.ts";

const KEY = "wanted";

interface Wanted {
  path: string;
  userId?: number | undefined;
}

export function rememberWanted(tab: Kept, path: string, userId?: number): void {
  tab.write(KEY, { path, userId });
}

/** Answers the remembered address once and forgets it. */
export function takeWanted(tab: Kept, userId: number): string | undefined {
  const found = tab.read(KEY) as Wanted | null | undefined;
  tab.remove(KEY);
  const isOurs = found?.userId === undefined || found.userId === userId;
  return isOurs && found?.path.startsWith("/") && !found.path.startsWith("//") ? found.path : undefined;
}

export function hasWanted(tab: Kept): boolean {
  return Boolean(tab.read(KEY));
}
