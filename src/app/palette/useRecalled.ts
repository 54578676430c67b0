// What a person found and opened lately, told anew by its area: the browser keeps ids alone, so that nobody reads a name here that they may not, or that is gone.
import { useEffect, useMemo, useState } from "react";
import { loadTexts } from "../../kernel/i18n/setup.ts";
import { type RecentRow, rowsOf } from "../../kernel/nav/recent.ts";
import type { Finder } from "../../kernel/plugin/finder.ts";
import type { Root } from "../../kernel/store/root.ts";
import { useRoot } from "../../kernel/store/useStore.ts";
import type { Command } from "./commands.ts";

const WAITING = "…";

/** Commands that open the rows; each keeps its place until its area has answered. */
export function useRecalled(recent: readonly string[]): readonly Command[] {
  const root = useRoot();
  const { eventId } = root.session;
  const rows = useMemo(() => rowsOf(recent, eventId), [recent, eventId]);
  const waiting = useMemo(() => rows.map(waitingFor), [rows]);
  const [told, setTold] = useState<{ of: readonly RecentRow[]; commands: readonly Command[] }>();
  useEffect(() => {
    const stop = new AbortController();
    if (rows.length > 0)
      void recalled(root, rows, stop.signal).then((commands) => {
        if (!stop.signal.aborted) setTold({ of: rows, commands });
      });
    return () => stop.abort();
  }, [root, rows]);
  return told?.of === rows ? told.commands : waiting;
}

const waitingFor = ({ id }: RecentRow): Command => ({
  ...{ id, kind: "found", label: WAITING, waiting: true },
  run: () => undefined,
});

/** What the areas tell of these rows to this person; what an area does not answer is left out. */
export async function recalled(
  root: Pick<Root, "registry" | "session" | "env" | "nav">,
  rows: readonly RecentRow[],
  signal: AbortSignal,
): Promise<Command[]> {
  const { registry, session, env, nav } = root;
  const all = registry.finders.map(async ({ area, name, load }): Promise<Command[]> => {
    const own = rows.filter((one) => one.area === area && one.finder === name);
    const [first] = own;
    if (!first) return [];
    const [parts] = await Promise.all([load(), loadTexts(area)]);
    const finder = parts[name] as Finder;
    if (!finder.recall || session.isAllowed(finder.access) !== true) return [];
    const found = await finder.recall(env, { ids: own.map(({ row }) => row), eventId: first.eventId, signal });
    return found.flatMap(({ id: row, label, note, icon, path }): Command[] => {
      const id = own.find((one) => one.row === row)?.id;
      if (id === undefined) return [];
      return [{ id, kind: "found", label, note, icon: nav.iconPaths(icon), path, run: () => env.go(path) }];
    });
  });
  const settled = await Promise.allSettled(all);
  return settled.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
}
