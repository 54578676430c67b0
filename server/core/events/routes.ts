// Events and data types of the app.
import { getEvent, listEvents, listNonArchivedEvents, listTypeCategories, listTypes } from "#schemas/core.ts";
import type { DataType } from "#schemas/session.ts";
import { type Route, route } from "../../kernel/route.ts";
import { coreTables } from "../accounts/coreTables.ts";
import { eventOf, listEventsText } from "./events.ts";
import { inOrder } from "./manageTypes.ts";
import { lookIn } from "./types.ts";

const EVERY = 10_000_000;
const CATEGORIES = [
  { id: 1, name: "participants" },
  { id: 2, name: "companies" },
  { id: 3, name: "items" },
] as const;

function typeOf(row: { id: number; type: string; type_category_id: number }): DataType {
  return { id: row.id, type: row.type, type_category_id: row.type_category_id as DataType["type_category_id"] };
}

function typeInEvent({
  look,
  position,
  ...row
}: Parameters<typeof typeOf>[0] & { look: string; position: number | null }) {
  const { labels } = lookIn(look);
  return { ...typeOf(row), ...(labels && { labels }), ...(position !== null && { position }) };
}

export const eventRoutes: Route[] = [
  route(listEvents, async ({ app, db, dialect, query }) =>
    listEventsText(coreTables(db), dialect, app, { archived: true, limit: query.limit ?? EVERY }),
  ),

  route(listNonArchivedEvents, async ({ app, db, dialect, query }) => {
    const only = query.containers?.split(",").map(Number);
    return listEventsText(coreTables(db), dialect, app, { archived: false, limit: query.limit ?? EVERY, only });
  }),

  route(getEvent, async ({ event }) => eventOf(event)),

  route(listTypes, async ({ app, db }) => {
    const rows = await coreTables(db)
      .selectFrom("core_type")
      .select(["id", "type", "type_category_id"])
      .where("app_id", "=", app.id)
      .orderBy("type_category_id")
      .orderBy("position")
      .orderBy("type")
      .execute();
    return rows.map(typeOf);
  }),

  route(listTypeCategories, async ({ event, db }) => {
    const rows = await inOrder(coreTables(db))
      .select(["t.id", "t.type", "t.type_category_id", "e.look", "e.position"])
      .where("e.event_id", "=", event.id)
      .execute();
    return CATEGORIES.map((category) => ({
      ...category,
      types: rows.filter((row) => row.type_category_id === category.id).map(typeInEvent),
    }));
  }),
];
