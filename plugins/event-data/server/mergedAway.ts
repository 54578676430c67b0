// What is said of a profile that is not in the event: who it became, where it went into another.

import { WHOLE } from "#schemas/problem.ts";
import { type Db, listAuditOf, problem } from "#server";
import { OBJECT } from "./history.ts";
import { getThing } from "./repository.ts";

/** More merges after each other than anybody makes of one person. */
const MOST = 50;

export async function goneThing(db: Db, { id: eventId, app_id: appId }: { id: number; app_id: number }, id: number) {
  for (let at = id, left = MOST; left > 0; left -= 1) {
    // Who came back and left again has another last line.
    const [last] = await listAuditOf(db, { appId, type: OBJECT, id: at }, 1);
    const into = last?.action === "merge_into" && /\((\d+)\)$/.exec(String(last.after?.["into"] ?? ""));
    if (!into) break;
    at = Number(into[1]);
    const thing = await getThing(db, eventId, at);
    if (!thing) continue;
    const { name } = thing;
    return problem("not_found", {
      message: `This profile has been merged with "${name}" (${at})`,
      reasons: { [WHOLE]: { text: "event-data:gone.merged", values: { id: at, name } } },
    });
  }
  return problem("not_found", {
    message: "This profile is not in the event, or has been removed",
    text: "event-data:gone.profile",
  });
}
