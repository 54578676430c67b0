// Profiles that could have a link of a kind and have none: which, and how many at each end.
import { type Context, listRows, listTypesOf, type Route, route, sql } from "#server";
import { countUnlinked, queryUnlinked } from "../contract.ts";
import { shown, thingsOf } from "./profiles.ts";
import type { KindRow, Side } from "./repository.ts";
import { current } from "./routes.ts";
import { typesAt } from "./rules.ts";

const linkedAt = (kind: KindRow, side: Side) =>
  sql`select ${sql.ref(`${side}_id`)} from relationships_link where kind_id = ${kind.id}`;

export const unlinkedRoutes: Route[] = [
  route(queryUnlinked, async ({ db, dialect, event, who, params, query, body, deps }) => {
    const kind = await current(db, event.id, params.kindId);
    const things = thingsOf(deps.offered);
    const hidden = await things.hidden(db, dialect, event, who);
    const list = await things.list(db, dialect, event.id, {}, deps.offered, hidden, body);
    const types = typesAt(kind[query.end], await listTypesOf(db, event.id));
    const unlinked = () => sql<boolean>`id not in (${linkedAt(kind, query.end)})`;
    // Links change without the profiles' version: what is counted here is not kept.
    const { version: _, ...narrowed } = list;
    const scope = [...list.scope, { column: "type_id", in: types }];
    const filter = [...(body.filter ?? []), { field: "unlinked", op: "eq" as const, value: true }];
    const answer = await listRows(
      db,
      dialect,
      { ...narrowed, scope, derived: { ...list.derived, unlinked } },
      { ...body, filter, columns: ["name", "company_name"] },
    );
    return { ...answer, rows: answer.rows.map((row) => shown(row as never)) };
  }),

  route(countUnlinked, async (context) => {
    const kind = await current(context.db, context.event.id, context.params.kindId);
    return { from: await without(context, kind, "from"), to: await without(context, kind, "to") };
  }),
];

/** All who may stand there but those who do: kinds have fewer links than large events have profiles. */
async function without(
  { db, dialect, event, deps }: Pick<Context, "db" | "dialect" | "event" | "deps">,
  kind: KindRow,
  side: Side,
): Promise<number> {
  const types = typesAt(kind[side], await listTypesOf(db, event.id));
  const { version: _, ...list } = await thingsOf(deps.offered).list(db, dialect, event.id, {}, deps.offered, []);
  const linked = () => sql<boolean>`id in (${linkedAt(kind, side)})`;
  const scope = [...list.scope, { column: "type_id", in: types }];
  const filter = [{ field: "linked", op: "eq" as const, value: true }];
  const spec = { ...list, scope, derived: { ...list.derived, linked } };
  const { total, matched } = await listRows(db, dialect, spec, { filter, columns: ["name"], limit: 0 });
  return total - matched;
}
