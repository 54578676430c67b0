// The history as a list that can be filtered, sorted and searched.
import { sql } from "kysely";
import type { Dialect } from "../../db/dialect.ts";
import { slowly } from "../../db/lane.ts";
import { isOneOf } from "../../db/rows.ts";
import type { AppAccess, Db } from "../../kernel/context.ts";
import type { ListField, ListScope, ListSpec } from "../../kernel/list.ts";
import { dayOf, startOfDay } from "../../kernel/listDays.ts";
import { scopeOf } from "../../kernel/listKept.ts";
import { foundAsWritten } from "../../kernel/listTyped.ts";
import { coreTables } from "../accounts/coreTables.ts";

const text = (column: string): ListField => ({ column, kind: "text" });

const AT: ListField = { column: "at", kind: "date" };
const ERASED: ListField = { column: "erased_at", kind: "date", nullable: true };

const fields: Record<string, ListField> = {
  id: { column: "id", kind: "number" },
  at: AT,
  event_id: { column: "event_id", kind: "number", nullable: true },
  actor: text("actor_label"),
  actor_kind: text("actor_kind"),
  actor_id: { column: "actor_id", kind: "number", nullable: true },
  action: text("action"),
  object_type: text("object_type"),
  object_id: text("object_id"),
  object_label: text("object_label"),
  request_id: text("request_id"),
  before: { ...text("before"), sortable: false },
  after: { ...text("after"), sortable: false },
  erased_at: ERASED,
};

const SEARCHED = ["actor_label", "object_label", "object_type", "action", "before", "after"];

/** One line as it stands in the table. */
export interface AuditRow {
  id: number;
  at: string;
  event_id: number | null;
  actor_label: string;
  actor_kind: string;
  actor_id: number | null;
  action: string;
  object_type: string;
  object_id: string;
  object_label: string;
  request_id: string;
  before: string | null;
  after: string | null;
  erased_at: string | null;
}

type Reader = Pick<AppAccess, "id" | "allowedEvents">;

export function scopeFor({ id, allowedEvents }: Reader, eventId: number | undefined): ListScope[] {
  const ofApp = { column: "app_id", value: id };
  if (eventId !== undefined) return [ofApp, { column: "event_id", value: eventId }];
  return allowedEvents.includes(-1) ? [ofApp] : [ofApp, { column: "event_id", in: allowedEvents }];
}

/** History of one event, or of the whole app as far as the person may open its events. Days are those of `zone`. */
export function auditList(dialect: Dialect, app: AppAccess, eventId: number | undefined, zone = "UTC"): ListSpec {
  return {
    from: "core_audit",
    fields: { ...fields, at: { ...AT, zone }, erased_at: { ...ERASED, zone } },
    scope: scopeFor(app, eventId),
    always: Object.keys(fields),
    defaultSort: [{ field: "id", direction: "desc" }],
    search: (_, typed) => foundAsWritten(dialect, SEARCHED, "folded", typed),
  };
}

/** One line of the app; undefined when there is none such. */
export async function findAuditLine(db: Db, appId: number, id: number): Promise<AuditRow | undefined> {
  return coreTables(db)
    .selectFrom("core_audit")
    .select(["id", "at", "event_id", "actor_label", "actor_kind", "actor_id", "action"])
    .select(["object_type", "object_id", "object_label", "request_id", "before", "after", "erased_at"])
    .where("app_id", "=", appId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** What objects of a kind were when they were removed, or went into others: those of an event, and those of its whole app. Erased ones are left out. */
export async function removedFacts(
  db: Db,
  { appId, eventId, type }: { appId: number; eventId: number; type: string },
): Promise<Record<string, unknown>[]> {
  const rows = await coreTables(db)
    .selectFrom("core_audit")
    .select(["before", "after"])
    .where("object_type", "=", type)
    .where("action", "in", ["remove", "merge_into"])
    .where(sql<boolean>`+app_id = ${appId}`)
    .where((is) => is.or([is("event_id", "is", null), is("event_id", "=", eventId)]))
    .execute();
  return rows.flatMap(({ before, after }) => ((before ?? after) === null ? [] : [JSON.parse(before ?? after ?? "")]));
}

/** What objects were called by the last of their lines that still says so. */
export async function lastAuditLabels(
  db: Db,
  { kind }: Dialect,
  { appId, type, ids }: { appId: number; type: string; ids: readonly number[] },
): Promise<Map<string, string>> {
  const lines = coreTables(db).selectFrom("core_audit");
  const last = lines
    .select(({ fn }) => fn.max("id").as("id"))
    .where("object_type", "=", type)
    .where(isOneOf(kind, "object_id", ids.map(String)))
    .where("object_label", "<>", "")
    .where(sql<boolean>`+app_id = ${appId}`)
    .groupBy("object_id");
  const rows = await lines.select(["object_id", "object_label"]).where("id", "in", last).execute();
  return new Map(rows.map((row) => [row.object_id, row.object_label]));
}

/** How many of the lines of that list there are on each day of a zone's clocks from `since` on, by kind of actor. */
export async function countAuditDays(
  db: Db,
  dialect: Dialect,
  { app, eventId, since, zone }: { app: Reader; eventId: number | undefined; since: string; zone: string },
) {
  const day = dayOf(sql.ref("at"), zone, dialect);
  const counted = coreTables(db)
    .selectFrom("core_audit")
    .select([day.as("day"), "actor_kind"])
    .select(({ fn }) => fn.countAll<number>().as("lines"))
    .where(sql<boolean>`${sql.join(scopeFor(app, eventId).map(scopeOf), sql` and `)}`)
    .where("at", ">=", startOfDay(zone, since))
    // By its place, since PostgreSQL takes the same words with other parameters for another expression.
    .groupBy(sql`1`)
    .groupBy("actor_kind");
  return (await slowly(coreTables(db), counted)).map((row) => ({ ...row, lines: Number(row.lines) }));
}
