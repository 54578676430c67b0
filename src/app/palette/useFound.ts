// What the areas' finders find for the words that were typed: asked after a short rest, dropped when more is typed.
import { useEffect, useState } from "react";
import { loadTexts, t } from "../../kernel/i18n/setup.ts";
import type { Finder } from "../../kernel/plugin/finder.ts";
import type { Root } from "../../kernel/store/root.ts";
import { useRoot } from "../../kernel/store/useStore.ts";
import type { Command } from "./commands.ts";

const REST_MS = 140;
const LIMIT = 6;
const SHORTEST = 2;

export interface FoundSection {
  title: string;
  commands: readonly Command[];
}

/** Sections by finder; `busy` while one of them has not answered. */
export function useFound(typed: string): { found: readonly FoundSection[]; busy: boolean } {
  const root = useRoot();
  const [state, setState] = useState<{ of: string; found: readonly FoundSection[] }>({ of: "", found: [] });
  const words = typed.trim();
  const { eventId } = root.session;
  const isAsking = words.length >= SHORTEST && eventId > 0;
  useEffect(() => {
    if (!isAsking) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const found = await ask(root, { words, limit: LIMIT, eventId, signal: stop.signal });
      if (!stop.signal.aborted) setState({ of: words, found });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [root, words, eventId, isAsking]);
  if (!isAsking) return { found: [], busy: false };
  return { found: state.found, busy: state.of !== words };
}

type Question = Parameters<Finder["find"]>[1];

async function ask(root: Root, question: Question): Promise<FoundSection[]> {
  const { registry, session, env } = root;
  const all = registry.finders.map(async ({ area, name, load }): Promise<FoundSection[]> => {
    const [parts] = await Promise.all([load(), loadTexts(area)]);
    const finder = parts[name] as Finder;
    if (session.isAllowed(finder.access) !== true) return [];
    const rows = await finder.find(env, question);
    const commands = rows.map(
      (row): Command => ({
        id: `found:${area}:${row.id}`,
        kind: "found",
        label: row.label,
        note: row.note,
        run: () => env.go(row.path),
      }),
    );
    return commands.length > 0 ? [{ title: t(finder.title), commands }] : [];
  });
  const settled = await Promise.allSettled(all);
  return settled.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
}
