// What the history tells of an event: the latest changes, to whom may see them.
import type { Words } from "#schemas/figure.ts";
import { auditList, listRows, type Telling } from "#server";
import { actionKeys, objectKeys } from "../contract/words.ts";

const SHOWN = 8;

/** What was changed: by its name, or by its kind where it has none, as an order has not. */
function objectOf(label: string, type: string): Words {
  if (label !== "") return { text: label };
  return objectKeys(type);
}

export const tells: Telling = {
  area: "history",
  rank: 99,
  access: { accessRole: 1, permissions: ["containers"] },

  ofEvent: async ({ db, dialect, app, event }) => {
    const question = { sort: [{ field: "id", direction: "desc" as const }], limit: SHOWN };
    const { rows } = await listRows(db, dialect, auditList(dialect, app, event.id), question);
    return {
      changes: rows.map((row) => ({
        id: Number(row["id"]),
        at: String(row["at"]),
        actor: String(row["actor_label"]),
        action: actionKeys(String(row["action"]), String(row["object_type"])),
        object: objectOf(String(row["object_label"]), String(row["object_type"])),
        path: `/event-details/${event.id}/history?open=${row["id"]}`,
      })),
    };
  },
};
