// Which app and event were chosen: each tab keeps its own choice, a new tab begins with the latest one.
import type { Env } from "./env.ts";

const KEY = "selection";

export interface Selection {
  userId: number;
  appId: number;
  eventId: number;
}

/** The choice of this person; another person's is no choice. */
export function readSelection({ tab, local }: Pick<Env, "tab" | "local">, userId: number): Selection | undefined {
  for (const kept of [tab, local]) {
    const found = kept.read(KEY) as Partial<Selection> | null | undefined;
    const isOurs = found?.userId === userId && Number.isInteger(found.appId) && Number.isInteger(found.eventId);
    if (isOurs) return found as Selection;
  }
  return undefined;
}

export function writeSelection({ tab, local }: Pick<Env, "tab" | "local">, selection: Selection): void {
  tab.write(KEY, selection);
  local.write(KEY, selection);
}

/** An app or an event that was chosen; no event is 0. */
export interface Choice {
  appId?: number;
  eventId?: number;
}

/** What an address is gone to with by a choice, which waits for whatever may hold the way back, such as unsaved changes. */
export function choosing(choose: Choice): { choose: Choice } {
  return { choose };
}

/** The choice with which an address was gone to. */
export function choiceIn(state: unknown): Choice {
  return (state as ReturnType<typeof choosing> | null)?.choose ?? {};
}
