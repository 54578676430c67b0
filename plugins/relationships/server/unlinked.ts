// Profiles that could have a link of a kind and have none: which, and how many at each end.
import type { ListQuestion } from "#schemas/list.ts";
import {
  type Context,
  type Db,
  type Dialect,
  type ListSpec,
  listRows,
  listTypesOf,
  type Offers,
  type Route,
  route,
  sql,
  type Who,
} from "#server";
import { countUnlinked, queryUnlinked } from "../contract.ts";
import { shown, thingsOf } from "./profiles.ts";
import type { KindRow, Side } from "./repository.ts";
import { current } from "./routes.ts";
import { typesAt } from "./rules.ts";

const linkedAt = (kind: KindRow, side: Side) =>
  sql`select ${sql.ref(`${side}_id`)} from relationships_link where kind_id = ${kind.id}`;

export const unlinkedRoutes: Route[] = [
  route(queryUnlinked, async (context) => {
    const { db, dialect, event, params, query, body, deps } = context;
    const kind = await current(db, event.id, params.kindId);
    const { list, question } = await unlinkedList({ ...context, offered: deps.offered }, kind, query.end, body);
    const answer = await listRows(db, dialect, list, question);
    return { ...answer, rows: answer.rows.map((row) => shown(row as never)) };
  }),

  route(countUnlinked, async (context) => {
    const kind = await current(context.db, context.event.id, context.params.kindId);
    return { from: await without(context, kind, "from"), to: await without(context, kind, "to") };
  }),
];

/** Those without a link at an end as a list of profiles, and what is left to ask of it. */
export async function unlinkedList<Question extends Pick<ListQuestion, "filter" | "sort">>(
  { db, dialect, event, who, offered }: Asking,
  kind: KindRow,
  end: Side,
  asked: Question,
) {
  const things = thingsOf(offered);
  const hidden = await things.hidden(db, dialect, event, who);
  const whole = await things.list(db, dialect, event.id, {}, offered, hidden, asked);
  const types = typesAt(kind[end], await listTypesOf(db, event.id));
  const unlinked = () => sql<boolean>`id not in (${linkedAt(kind, end)})`;
  // Links change without the profiles' version: what is counted here is not kept.
  const { version: _, ...narrowed } = whole;
  const scope = [...whole.scope, { column: "type_id", in: types }];
  const filter = [...(asked.filter ?? []), { field: "unlinked", op: "eq" as const, value: true }];
  const list: ListSpec = { ...narrowed, scope, derived: { ...whole.derived, unlinked } };
  return { list, question: { ...asked, filter, columns: ["name", "company_name"] } };
}

/** With what they are asked for: by a request, or by a job. */
interface Asking {
  db: Db;
  dialect: Dialect;
  event: { id: number; app_id: number };
  who: Pick<Who, "accessRole" | "permissions">;
  offered: Offers;
}

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
