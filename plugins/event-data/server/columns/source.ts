// Where profiles came from: said when they are put in, and never changed. Profiles from before it was kept are looked up in their
// histories.
import { type Db, firstAuditOf, isOfEvent, type KeptOrder, type ListField, sql, type TidyContext } from "#server";
import { BESIDE } from "../../contract.ts";
import { ANSWER_COLUMNS } from "../complete/order.ts";
import { OBJECT } from "../history.ts";
import { byText, type ListReader } from "../ranks.ts";
import { noteChange } from "../repository.ts";
import type { EventDataTables } from "../tables.ts";

export const SOURCE_KEY = "event-data.source";
export const SOURCE = BESIDE + SOURCE_KEY;

/** Empty where nobody knows, as of the demo's. */
export const SOURCES = ["hand", "import", "api", ""] as const;
export type Source = (typeof SOURCES)[number];

/** What each is called. */
export const sourceName = (source: string, say: (key: string) => string) =>
  source === "" ? "" : say(`event-data:source.${source}`);

/** Who makes a profile by a request makes it by hand, or a program does. */
export const sourceBy = ({ token }: { token?: unknown }): Source => (token ? "api" : "hand");

const BLOCK = 1000;
const tables = (db: Db) => db.withTables<EventDataTables>();

/** The first profile of an event of which it has not been looked up yet. */
async function lackingIn(db: Db, eventId: number, most: number): Promise<number[]> {
  const rows = await tables(db)
    .selectFrom("event_data_thing")
    .select("id")
    .where("event_id", "=", eventId)
    .where("source", "is", null)
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether some of an event's profiles are still being looked up. */
export const isSourceInWork = async (db: Db, eventId: number) => (await lackingIn(db, eventId, 1)).length > 0;

/** The field and its order. */
export function sourceOf(eventId: number, reader?: ListReader): { field: ListField; kept: KeptOrder } {
  return {
    field: {
      column: "source",
      expression: sql.ref("event_data_thing.source"),
      kind: "text",
      isAllRanked: true,
      ...(reader && { ranks: byText(SOURCES, (one) => sourceName(one, reader.say), reader) }),
    },
    kept: {
      from: "event_data_source",
      where: sql<boolean>`(of_event = ${eventId})`,
      id: "thing_id",
      number: "of_number",
      text: "of_text",
      folds: false,
      columns: ANSWER_COLUMNS,
    },
  };
}

/** Of some profiles, where they came from; without those of which nobody knows. */
export async function listSources(db: Db, event: { id: number; app_id: number }, ids: readonly number[]) {
  const rows = await tables(db)
    .selectFrom("event_data_thing")
    .select(["id", "source"])
    .where(isOfEvent(event.id))
    .where("id", "in", [...ids])
    .execute();
  const unknown = rows.flatMap(({ id, source }) => (source === null ? [id] : []));
  const told = rows.flatMap(({ id, source }): [number, Source][] => (source ? [[id, source as Source]] : []));
  return new Map([...told, ...(await fromHistory(db, event, unknown))]);
}

/** What the first lines of their histories say. */
async function fromHistory(db: Db, event: { app_id: number }, ids: readonly number[]): Promise<[number, Source][]> {
  const lines = await firstAuditOf(db, { appId: event.app_id, type: OBJECT, ids });
  return lines.flatMap(({ object_id, action, actor_kind }): [number, Source][] => {
    const way = action === "import" ? "import" : action === "create" && WAYS[actor_kind];
    return way ? [[Number(object_id), way]] : [];
  });
}

const WAYS: Record<string, Source> = { person: "hand", token: "api" };

/** Looks up where some profiles came from that lack it. */
export async function settleSources(db: Db, event: { id: number; app_id: number }, ids: readonly number[]) {
  const known = new Map(await fromHistory(db, event, ids));
  for (const source of SOURCES) {
    const those = ids.filter((id) => (known.get(id) ?? "") === source);
    if (those.length === 0) continue;
    await tables(db)
      .updateTable("event_data_thing")
      .set({ source })
      .where("event_id", "=", event.id)
      .where("source", "is", null)
      .where("id", "in", those)
      .execute();
  }
}

const settling = new WeakSet<object>();

/** Those of all events from before it was kept, in blocks. */
export async function tidySources({ db, inTransaction }: TidyContext): Promise<void> {
  if (settling.has(db)) return;
  settling.add(db);
  try {
    const events = await sql<{ id: number; app_id: number }>`select id, app_id from core_event as event where exists
      (select 1 from event_data_thing where event_id = event.id and source is null)`.execute(db);
    for (const event of events.rows)
      for (let found = BLOCK; found === BLOCK; )
        found = await inTransaction(async (transaction) => {
          await noteChange(transaction, event.id);
          const ids = await lackingIn(transaction, event.id, BLOCK);
          if (ids.length > 0) await settleSources(transaction, event, ids);
          return ids.length;
        });
  } finally {
    settling.delete(db);
  }
}
