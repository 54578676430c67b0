// What the address of the agenda says: view, filters, the session that is open, or the import. A link shows the same page to everyone.

import { useCallback, useMemo } from "react";
import { useAddress } from "#web";
import type { AgendaFilter } from "./placed.ts";

export const VIEWS = ["list", "day", "clashes"] as const;
export type AgendaView = (typeof VIEWS)[number];

export interface AgendaAddress {
  view: AgendaView;
  filter: AgendaFilter;
  /** The session beside the list, or a new one. */
  session: number | "new" | undefined;
  /** The open session is being changed. */
  isEditing: boolean;
  /** The dialog of the import is open. */
  isImporting: boolean;
  go: (change: Partial<Record<Key, string | number | undefined>>) => void;
}

/** The change that takes all filters off. */
export const NOTHING = {
  ...{ words: "", day: undefined, stage: undefined, track: undefined, speaker: undefined },
  ...{ hour: undefined, outside: undefined },
};

type Key = "view" | "session" | "edit" | "import" | keyof AgendaFilter;

function idOf(value: string | null): number | undefined {
  return value && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : undefined;
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}

const HOUR = /^([01]\d|2[0-3]):00$/;

/** Reads an address; what it does not understand is left out. */
export function readAddress(params: URLSearchParams): Omit<AgendaAddress, "go"> {
  const view = VIEWS.find((each) => each === params.get("view")) ?? "list";
  const day = params.get("day") ?? "";
  const hour = params.get("hour") ?? "";
  const session = params.get("session");
  return {
    view,
    session: session === "new" ? "new" : idOf(session),
    isEditing: params.get("edit") === "1",
    isImporting: params.get("import") === "1",
    filter: {
      day: isDate(day) ? day : undefined,
      stage: params.get("stage") === "none" ? "none" : idOf(params.get("stage")),
      track: idOf(params.get("track")),
      speaker: idOf(params.get("speaker")),
      hour: HOUR.test(hour) ? hour : undefined,
      outside: params.get("outside") === "1" || undefined,
      words: params.get("words") ?? "",
    },
  };
}

/** Another session is read first. */
export const openedAt = (session: number | "new" | undefined) => ({ session, edit: undefined });

/** The address as it stands, and a way to change parts of it. Typing and the form replace it, everything else can be gone back from. */
export function useAgendaAddress(): AgendaAddress {
  const [params, put] = useAddress();
  const go = useCallback<AgendaAddress["go"]>(
    (change) => {
      const whole = "session" in change ? { edit: undefined, ...change } : change;
      const texts = Object.entries(whole).map(([key, value]) => [key, value?.toString()] as const);
      put(Object.fromEntries(texts), { replace: "words" in change || "edit" in change, preventScrollReset: true });
    },
    [put],
  );
  return useMemo(() => ({ ...readAddress(params), go }), [params, go]);
}
