// One data type becomes another: saved views that filter by it, and the views of its own list.
import { filterGains, filterJoined, filterLeft } from "#schemas/typeMentions.ts";
import { type Db, type Dialect, holdTypes, listTypeRows, problem, type TypePair, type TypeUser } from "#server";
import { filterOf, queryFiltered } from "./naming.ts";
import {
  isNameTaken,
  listViewsNaming,
  listViewsOf,
  moveChoices,
  moveView,
  saveQuery,
  type ViewRow,
} from "./repository.ts";

const OF_TYPE = "type.";
const listOf = (typeId: number) => `${OF_TYPE}${typeId}`;
const NAMED = "type_id";
/** Signs of a view's name. */
const LONGEST = 80;

/** Nothing here keeps a type from being removed: somebody else's own view would stand in the way. */
export const viewsOfTypes: TypeUser = {
  label: "event-data:typeMerge.views",
  path: "/event-data/{eventId}/type/{typeId}",
  uses: async () => [],
  merging: {
    effects: async (db, pair) => {
      const gains = ({ query }: ViewRow) => filterGains(filterOf(new URLSearchParams(query)), pair);
      const concerned = new Map<number, number>();
      for (const view of await viewsOf(db, pair)) concerned.set(view.id, view.event_id);
      for (const view of await listViewsNaming(db, pair.eventIds, NAMED))
        if (gains(view)) concerned.set(view.id, view.event_id);
      const events = [...concerned.values()];
      return [...new Set(events)].map((eventId) => {
        const count = events.filter((id) => id === eventId).length;
        return { label: "event-data:typeMerge.views", eventId, count };
      });
    },
    join: (db, pair) => each(db, pair, filterJoined),
    leave,
    last: leave,
  },
};

async function leave(db: Db, pair: TypePair): Promise<void> {
  await each(db, pair, filterLeft);
  await moveViews(db, pair);
}

async function each(db: Db, pair: TypePair, change: typeof filterJoined): Promise<void> {
  for (;;) {
    let isWhole = true;
    for (const { id, rev, query } of await listViewsNaming(db, pair.eventIds, NAMED)) {
      const after = queryFiltered(query, new URLSearchParams(query), (filter) => change(filter, pair));
      if (after !== query && !(await saveQuery(db, id, { rev }, after))) isWhole = false;
    }
    // Whoever saves a view in between goes first: it is looked at once more.
    if (isWhole) return;
  }
}

/** Until the view is stored, the types that it names stay in the event; one of a type that has left it is refused. */
export async function refuseGoneTypes(
  db: Db,
  dialect: Dialect,
  eventId: number,
  { list, query }: Pick<ViewRow, "list" | "query">,
): Promise<void> {
  const own = list.startsWith(OF_TYPE) ? [Number(list.slice(OF_TYPE.length))] : [];
  const named = filterOf(new URLSearchParams(query)).flatMap(({ field, value }) =>
    field === NAMED && value !== undefined ? [value].flat().map(Number) : [],
  );
  const wanted = [...own, ...named].filter(Number.isSafeInteger);
  const held = await holdTypes(db, dialect, eventId, wanted);
  if (wanted.some((id) => !held.has(id))) throw problem("event-data.view_type_gone");
}

const viewsOf = (db: Db, { eventIds, from }: TypePair) => listViewsOf(db, eventIds, listOf(from));

/** The list that they are of is no more. Where their owner has one of that name for the other, its type is told with it. */
async function moveViews(db: Db, pair: TypePair): Promise<void> {
  const list = listOf(pair.to);
  const type = (await listTypeRows(db, pair.appId)).find(({ id }) => id === pair.from)?.type ?? "";
  for (const view of await viewsOf(db, pair)) {
    let name = view.name;
    for (let at = 1; await isNameTaken(db, { ...view, list }, name); at++) {
      const more = at === 1 ? ` (${type})` : ` (${type} ${at})`;
      name = `${view.name.slice(0, Math.max(0, LONGEST - more.length))}${more}`.slice(-LONGEST);
    }
    await moveView(db, view.id, list, name);
  }
  await moveChoices(db, pair.eventIds, listOf(pair.from), list);
}
