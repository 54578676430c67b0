// Columns of lists of profiles: how far participants have come into the event app, when they were last there, and when they were
// last sent a log-in e-mail.
import type { ColumnAsking, ProfileColumnOf } from "../../event-data/offers.ts";
import { listProfiles, type Moments } from "./repository.ts";
import { STEPS, type Step, stepOf } from "./rules.ts";

const stepKey = (step: Step) => `app-access:column.step.${step}`;

async function each(
  { db, dialect, event }: ColumnAsking,
  ids: readonly number[],
  value: (row: Moments) => string | null | undefined,
): Promise<Map<number, string>> {
  const rows = await listProfiles(db, dialect, event.id, ids);
  return new Map(
    [...rows].flatMap(([id, row]): [number, string][] => {
      const said = value(row);
      return said ? [[id, said]] : [];
    }),
  );
}

export const STEP = "app-access.step";

export const accessColumns: readonly ProfileColumnOf[] = [
  {
    key: STEP,
    title: "app-access:column.step",
    kind: "text",
    kept: true,
    choices: STEPS.map((value) => ({ value, label: stepKey(value) })),
    none: "app-access:column.step.none",
    of: (asking, ids) =>
      each(asking, ids, (row) => {
        const step = stepOf(row);
        return step && asking.say(stepKey(step));
      }),
  },
  {
    key: "app-access.seen",
    title: "app-access:column.seen",
    kind: "date",
    kept: true,
    of: (asking, ids) => each(asking, ids, ({ seen_at }) => seen_at),
  },
  {
    key: "app-access.mailed",
    title: "app-access:column.mailed",
    kind: "date",
    kept: true,
    of: (asking, ids) => each(asking, ids, ({ mailed_at }) => mailed_at),
  },
];
