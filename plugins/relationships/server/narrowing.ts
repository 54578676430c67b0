// What a change of a kind would take from links that are there. What they do not fit already hinders no change.
import { type Context, type Db, eachBlock, fieldProblem, type Offers, sql, type TypeOfEvent } from "#server";
import type { Kind } from "../contract.ts";
import { findCircle, parentEnd } from "./circles.ts";
import { firstRepeated } from "./linkCounts.ts";
import { pathOf, thingsOf } from "./profiles.ts";
import * as repository from "./repository.ts";
import { singleEnds, typesAt } from "./rules.ts";

type Asked = Pick<Context, "db" | "dialect" | "event"> & { deps: { offered: Offers } };
type Rules = Pick<Kind, "from" | "to" | "cardinality">;

/** Refuses what links of the kind stand against. Whoever asks holds the kind, so that a reader sees all of its links. */
export async function refuseNarrowing(
  context: Asked,
  before: repository.KindRow,
  values: Rules,
  types: readonly TypeOfEvent[],
): Promise<void> {
  const { db, event, deps } = context;
  for (const side of singleEnds(values.cardinality)) {
    if (singleEnds(before.cardinality).includes(side)) continue;
    const id = await firstRepeated(db, before.id, side);
    if (id === undefined) continue;
    const [thing] = await thingsOf(deps.offered).named(db, event.id, [id]);
    const name = thing?.name ?? String(id);
    throw fieldProblem(
      "relationships.cardinality_broken",
      "cardinality",
      `"${name}" has several links: remove them first, or keep the rule`,
      "relationships:refused.cardinality",
      { name },
    );
  }
  for (const side of ["from", "to"] as const) {
    const allowed = typesAt(values[side], types);
    const lost = typesAt(before[side], types).filter((id) => !allowed.includes(id));
    const name = lost.length > 0 ? await firstLinked(context, before.id, side, lost) : undefined;
    if (name === undefined) continue;
    throw fieldProblem(
      "relationships.ends_broken",
      side,
      `"${name}" stands there: remove its links first, or allow more types`,
      "relationships:refused.types",
      { name },
    );
  }
  const parents = parentEnd(values, types);
  if (parents && parents !== parentEnd(before, types))
    await refuseCircles(db, event.id, { ...before, ...values }, deps.offered);
}

/** The first profile of some data types that has a link at an end of the kind, by name. */
async function firstLinked(
  { db, dialect, event, deps }: Asked,
  kindId: number,
  side: repository.Side,
  types: readonly number[],
): Promise<string | undefined> {
  const { version: _, ...list } = await thingsOf(deps.offered).list(db, dialect, event.id, {}, deps.offered, []);
  const column = sql.ref(`${side}_id`);
  const linked = () => sql<boolean>`id in (select ${column} from relationships_link where kind_id = ${kindId})`;
  const scope = [...list.scope, { column: "type_id", in: types }];
  const filter = [{ field: "linked", op: "eq" as const, value: true }];
  const spec = { ...list, scope, derived: { ...list.derived, linked } };
  for await (const [row] of eachBlock(db, dialect, spec, { filter, columns: ["name"] }, 1))
    return String(row?.["name"]);
  return undefined;
}

/** Refuses a kind whose links stand in a circle already. */
async function refuseCircles(db: Db, eventId: number, kind: repository.KindRow, offered: Offers): Promise<void> {
  const parents = new Map<number, number>();
  for await (const links of repository.eachLink(db, kind.id)) {
    for (const { from_id, to_id } of links) {
      if (kind.cardinality === "one-many") parents.set(to_id, from_id);
      else parents.set(from_id, to_id);
    }
  }
  const circle = await findCircle(parents);
  if (!circle) return;
  const path = await pathOf(thingsOf(offered), db, eventId, circle);
  throw fieldProblem(
    "relationships.circle_there",
    "cardinality",
    `Remove a link of this circle first: ${path}`,
    "relationships:refused.circleThere",
    { path },
  );
}
