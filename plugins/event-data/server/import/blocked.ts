// What people whom an import blocks still have before them, such as confirmed meetings: it stays, and that is told.
import type { Db, JobContext } from "#server";
import type { Thing } from "../../contract.ts";
import { thingFollowerKey } from "../../offers.ts";
import type { ThingValues } from "../repository.ts";
import type { Telling } from "./telling.ts";

interface Saved {
  id: number;
  current: Thing;
  values: ThingValues;
  row: { line: number };
}

export async function tellAhead(
  { offered, now, speak }: Pick<JobContext, "offered" | "now" | "speak">,
  db: Db,
  { eventId, locale, told }: { eventId: number; locale: string; told: Telling },
  saving: readonly Saved[],
): Promise<void> {
  const blocked = saving.filter(({ current, values }) => values.status === "blocked" && current.status !== "blocked");
  for (const { leaving } of offered(thingFollowerKey)) {
    const label = leaving?.blocking?.label;
    if (!leaving || !label) continue;
    const tell = async (some: readonly Saved[]): Promise<void> => {
      const ids = some.map(({ id }) => id);
      const number = ids.length > 0 ? (await leaving.of(db, eventId, ids, now())).length : 0;
      const [one] = some;
      if (!one || number === 0) return;
      if (some.length === 1)
        return told.note(one.row.line, "status", "", {}, speak(locale, label, { number, count: number }));
      // Hardly anybody has something before them: who that is, is asked by halves.
      const half = some.length >> 1;
      await tell(some.slice(0, half));
      await tell(some.slice(half));
    };
    await tell(blocked);
  }
}
