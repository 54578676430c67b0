// From one profile to the next as the list beside it is sorted and filtered: by button, by key, and how far one is.
import { type RefObject, useEffect, useRef, useSyncExternalStore } from "react";
import type { ListQuestion } from "#schemas/list.ts";
import { Button, formatNumber, type GridAnswer, type GridHandle, t, useEnv } from "#web";
import type { ThingRow } from "../contract.ts";
import type { Walk } from "./walk.ts";

export interface WalkProps {
  walk: Walk;
  ask: (question: ListQuestion, signal: AbortSignal) => Promise<GridAnswer<ThingRow>>;
  placeIn: (question: ListQuestion, thingId: number, signal: AbortSignal) => Promise<number | null>;
  grid: RefObject<GridHandle<ThingRow> | null>;
  onOpen: (id: number) => void;
}

/** Where the keys mean something else: they open what can be chosen from. */
const OWN_ARROWS = 'select, textarea, [role="combobox"], [aria-haspopup]';

const TRY_MS = 100;
const TRIES = 100;

export function ThingWalk({ thingId, walk, ask, placeIn, grid, onOpen }: WalkProps & { thingId: number }) {
  const { notices } = useEnv();
  const blocks = useSyncExternalStore(walk.subscribe, walk.blocks);
  const place = walk.placeOf(thingId);
  const at = place?.at;
  // Whoever came by an address stands somewhere in the list, too.
  useEffect(() => {
    if (at !== undefined || blocks.length === 0) return;
    const { signal } = new AbortController();
    const seek = (question: ListQuestion) => placeIn(question, thingId, signal);
    // Where nobody can tell, the arrows rest as they do at an end.
    walk.find(thingId, seek, (question) => ask(question, signal)).catch(() => undefined);
  }, [walk, blocks, thingId, at, ask, placeIn]);
  const isAsking = useRef(false);
  const go = async (step: -1 | 1) => {
    if (isAsking.current) return;
    isAsking.current = true;
    try {
      const next = await walk.beside(thingId, step, (question) => ask(question, new AbortController().signal));
      if (next !== undefined) onOpen(next);
    } catch (problem) {
      notices.failed(problem as Parameters<typeof notices.failed>[0]);
    } finally {
      isAsking.current = false;
    }
  };
  const latest = useRef(go);
  latest.current = go;
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
      const isPlain = event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
      if (!step || !isPlain || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(OWN_ARROWS)) return;
      if (document.querySelector("dialog[open], [role=dialog]")) return;
      event.preventDefault();
      void latest.current(step);
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, []);
  // The list goes along, also to rows that it has not drawn yet.
  useEffect(() => {
    if (at === undefined) return;
    // Rows are answered before the list is drawn, and it knows later than they do how many there are.
    let left = TRIES;
    const show = () => {
      if (grid.current?.reveal(thingId, at) || --left === 0) clearInterval(trying);
    };
    const trying = setInterval(show, TRY_MS);
    show();
    return () => clearInterval(trying);
  }, [grid, thingId, at]);
  const step = (by: -1 | 1, key: "previous" | "next", arrow: string, isEnd: boolean) => (
    <Button
      tone="quiet"
      aria-label={t(`event-data:panel.${key}`)}
      aria-keyshortcuts={by < 0 ? "Alt+ArrowUp" : "Alt+ArrowDown"}
      title={t("event-data:panel.byKey", { text: t(`event-data:panel.${key}`), arrow })}
      disabled={isEnd}
      onClick={() => void go(by)}
    >
      {arrow}
    </Button>
  );
  return (
    <div className="thing-walk">
      {step(-1, "previous", "↑", !place || place.at === 0)}
      {step(1, "next", "↓", !place || (place.at + 1 >= place.of && !place.isAbout))}
      {place && (
        <span className="muted">
          {t(`event-data:panel.${place.isAbout ? "placeAbout" : "place"}`, {
            at: formatNumber(place.at + 1),
            of: formatNumber(place.of),
          })}
        </span>
      )}
    </div>
  );
}
