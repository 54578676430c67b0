// What lines of history call something by name and id, found among what is there now.
import { WHOLE } from "#schemas/problem.ts";
import { problem } from "../../kernel/problem.ts";
import { toldOf } from "./audit.ts";

interface Named {
  id: number;
  name: string;
}

const NAMED = /\(([0-9]+)\)$/;

/** The one that a line means: by its id, or in lines of before, which hold the name alone, by a name that only one has. Undefined where it is gone or may be several. */
export function toldAmong<Row extends Named>(rows: readonly Row[], told: string): Row | undefined {
  const id = Number(NAMED.exec(told)?.[1]);
  const meant = rows.filter((row) => row.id === id || row.name === told);
  return meant.length === 1 ? meant[0] : undefined;
}

/** How it would be told today; as it is told where it cannot be found. */
export function toldToday(rows: readonly Named[], told: unknown): unknown {
  const found = typeof told === "string" && toldAmong(rows, told);
  return found ? toldOf(found) : told;
}

/** The id of what a line means, nothing where it names nothing. Throws where it cannot be found. */
export function toldId(rows: readonly Named[], told: unknown): number | null {
  if (told === null || told === undefined) return null;
  const found = toldAmong(rows, String(told));
  if (found) return found.id;
  const values = { name: String(told) };
  throw problem("history.object_gone", {
    message: `"${values.name}" is no longer there, or several may be meant`,
    reasons: { [WHOLE]: { text: "common:gone.told", values } },
  });
}
