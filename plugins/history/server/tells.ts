// What the history tells of an event and of the app: the latest changes, to whom may see them.
import type { Change } from "#schemas/overview.ts";
import { auditList, CHANGES_TOLD, changeOf, listRows, openEventsOf, type TellContext, type Telling } from "#server";

/** The latest changes of one event, or of the app as far as the person may open its events. */
async function latest({ db, dialect, app }: TellContext, eventId: number | undefined): Promise<Change[]> {
  const question = { sort: [{ field: "id", direction: "desc" as const }], limit: CHANGES_TOLD };
  const { rows } = await listRows(db, dialect, auditList(dialect, app, eventId), question);
  // What is no event's is read in the history of any of them.
  const [first] = eventId === undefined ? await openEventsOf(db, app, 1) : [];
  return rows.flatMap((row): Change[] => {
    const event = eventId ?? (row["event_id"] === null ? undefined : Number(row["event_id"]));
    const [place, query] = event === undefined ? [first?.id, "of=app&"] : [event, ""];
    if (place === undefined) return [];
    const line = {
      id: Number(row["id"]),
      at: String(row["at"]),
      actor: String(row["actor_label"]),
      action: String(row["action"]),
      kind: String(row["object_type"]),
      label: String(row["object_label"]),
      event,
    };
    return [changeOf(line, `/event-details/${place}/history?${query}open=${row["id"]}`)];
  });
}

export const tells: Telling = {
  area: "history",
  rank: 99,
  access: { accessRole: 1, permissions: ["containers"] },

  ofEvent: async (context) => (context.brief ? {} : { changes: await latest(context, context.event.id) }),
  ofApp: async (context) => ({ changes: await latest(context, undefined) }),
};
