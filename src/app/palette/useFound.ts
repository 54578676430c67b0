// What the areas' finders find for the words that were typed: asked after a short rest, dropped when more is typed.
import { useEffect, useState } from "react";
import { loadTexts, t } from "../../kernel/i18n/setup.ts";
import { foundId } from "../../kernel/nav/recent.ts";
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

interface Found {
  found: readonly FoundSection[];
  /** One of the finders could not answer. */
  failed: boolean;
}
const NOTHING: Found = { found: [], failed: false };

/** Sections by finder; `busy` while one of them has not answered. */
export function useFound(typed: string): Found & { busy: boolean } {
  const root = useRoot();
  const [state, setState] = useState<Found & { of: string }>({ of: "", ...NOTHING });
  const words = typed.trim();
  const { eventId } = root.session;
  const isAsking = words.length >= SHORTEST && eventId > 0;
  useEffect(() => {
    if (!isAsking) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await ask(root, { words, limit: LIMIT, eventId, signal: stop.signal });
      if (!stop.signal.aborted) setState({ of: words, ...answer });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [root, words, eventId, isAsking]);
  if (!isAsking) return { ...NOTHING, busy: false };
  const { of, ...answer } = state;
  return { ...answer, busy: of !== words };
}

type Question = Parameters<Finder["find"]>[1];

async function ask(root: Root, question: Question): Promise<Found> {
  const { registry, session, env, nav } = root;
  const all = registry.finders.map(async ({ area, name, load }): Promise<FoundSection[]> => {
    const [parts] = await Promise.all([load(), loadTexts(area)]);
    const finder = parts[name] as Finder;
    if (session.isAllowed(finder.access) !== true) return [];
    const { eventId, words, limit } = question;
    // One more than is shown tells whether there are more.
    const rows = await finder.find(env, { ...question, limit: limit + 1 });
    const commands = rows.slice(0, limit).map(
      (row): Command => ({
        id: foundId(area, name, eventId, row.id),
        kind: "found",
        label: row.label,
        note: row.note,
        icon: nav.iconPaths(row.icon),
        path: row.path,
        run: () => env.go(row.path),
      }),
    );
    const rest = finder.listPath?.(eventId, words);
    if (rows.length > limit && rest !== undefined) {
      commands.push({ id: `all:${area}`, kind: "found", label: t("palette:all", { words }), run: () => env.go(rest) });
    }
    return commands.length > 0 ? [{ title: t(finder.title), commands }] : [];
  });
  const settled = await Promise.allSettled(all);
  const found = settled.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  return { found, failed: settled.some(({ status }) => status === "rejected") };
}
