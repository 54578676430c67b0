// The links of a kind as a list, and those of it that somebody has ticked.
import type { ListSelection } from "#schemas/list.ts";
import {
  type Context,
  type Dialect,
  eachBlock,
  type ListField,
  type ListSpec,
  type Offers,
  problem,
  sql,
} from "#server";
import type { Things } from "../../event-data/offers.ts";
import { LINKS_AT_ONCE } from "../contract.ts";
import { endHas, thingsOf } from "./profiles.ts";
import type { Side } from "./repository.ts";

/** Of a request, or of a job. */
interface Asked {
  dialect: Dialect;
  event: { id: number; timezone: string };
  deps: { offered: Offers };
}

const LINK_FIELDS = {
  id: { column: "id", kind: "number" },
  kind_id: { column: "kind_id", kind: "number" },
  from_id: { column: "from_id", kind: "number" },
  to_id: { column: "to_id", kind: "number" },
  source: { column: "source", kind: "text" },
  created_at: { column: "created_at", kind: "date" },
} as const satisfies ListSpec["fields"];

/** An end by the name of who stands there: links are sorted by it, and found by the words of their search. */
const end = (side: Side, things: Things): ListField => ({
  ...{ column: `${side}_id`, kind: "text", filterable: false },
  expression: things.nameOf(`relationships_link.${side}_id`),
});

export function linkList({ dialect, event, deps }: Asked, kindId: number): ListSpec {
  const things = thingsOf(deps.offered);
  return {
    from: "relationships_link",
    fields: {
      ...LINK_FIELDS,
      created_at: { ...LINK_FIELDS.created_at, zone: event.timezone },
      ...{ from: end("from", things), to: end("to", things) },
    },
    scope: [{ column: "kind_id", value: kindId }],
    always: Object.keys(LINK_FIELDS),
    defaultSort: [{ field: "id", direction: "desc" }],
    search: (words) => {
      const found = things.matching(dialect, event.id, words);
      return sql<boolean>`(${endHas("from", found)} or ${endHas("to", found)})`;
    },
  };
}

/** The list of no others than some of its rows, or of all but some. */
export function onlyTicked(list: ListSpec, { ids, except = [] }: { ids?: number[]; except?: number[] }): ListSpec {
  const only = ids ? [{ column: "id", in: ids }] : [];
  return { ...list, scope: [...list.scope, ...only, { column: "id", notIn: except }] };
}

/** The ids of some links of a kind. Of more than can be put back together none is taken. */
export async function selectedLinks(
  context: Asked & Pick<Context, "db">,
  kindId: number,
  selection: ListSelection,
): Promise<readonly number[]> {
  if ("ids" in selection) return selection.ids;
  const spec = onlyTicked(linkList(context, kindId), selection);
  const question = { ...selection.question, sort: [{ field: "id", direction: "asc" as const }] };
  const ids: number[] = [];
  for await (const rows of eachBlock(context.db, context.dialect, spec, question)) {
    ids.push(...rows.map(({ id }) => Number(id)));
    if (ids.length > LINKS_AT_ONCE) throw problem("relationships.too_many");
  }
  return ids;
}
