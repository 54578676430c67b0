// A data type keeps its place among those of each event: none is called there as another of its category is.
import { WHOLE } from "#schemas/problem.ts";
import {
  type Alike,
  type AppAccess,
  alikeSince,
  type Db,
  fieldProblem,
  listEventNamesOf,
  problem,
  type TypeOfEvent,
} from "#server";

interface Asking {
  db: Db;
  app: AppAccess;
}

/** Refuses a name, or a category, in which some of these events would have two types that are called alike. */
export async function mustDifferIn(
  asking: Asking,
  events: ReadonlyMap<number, readonly TypeOfEvent[]>,
  changed: (types: readonly TypeOfEvent[]) => readonly TypeOfEvent[],
): Promise<void> {
  const found = firstAlike(events, changed);
  if (!found) return;
  const { message, text, values } = await told(asking, found);
  throw fieldProblem("data-types.name_taken", "type", message, text, values);
}

/** Refuses a merge after which some event would have two such types. */
export async function mustStayApart(
  asking: Asking,
  events: ReadonlyMap<number, readonly TypeOfEvent[]>,
  from: number,
  to: TypeOfEvent,
): Promise<void> {
  const becomes = (types: readonly TypeOfEvent[]) => {
    const others = types.filter(({ id }) => id !== from);
    return others.length === types.length || others.some(({ id }) => id === to.id) ? others : [...others, to];
  };
  const found = firstAlike(events, becomes);
  if (!found) return;
  const { message, text, values } = await told(asking, found);
  throw problem("data-types.merge_alike", { message, reasons: { [WHOLE]: { text, values } } });
}

interface Found extends Alike {
  eventId: number;
}

function firstAlike(
  events: ReadonlyMap<number, readonly TypeOfEvent[]>,
  changed: (types: readonly TypeOfEvent[]) => readonly TypeOfEvent[],
): Found | undefined {
  for (const [eventId, types] of events) {
    const [alike] = alikeSince(types, changed(types));
    if (alike) return { ...alike, eventId };
  }
  return undefined;
}

/** Why, with the name of an event that the person may know. */
async function told(
  { db, app }: Asking,
  { eventId, type, name }: Found,
): Promise<{ message: string; text: string; values: Record<string, string> }> {
  const mayOpen = app.allowedEvents.includes(-1) || app.allowedEvents.includes(eventId);
  const event = mayOpen ? (await listEventNamesOf(db, app.id)).get(eventId)?.name : undefined;
  if (event === undefined) {
    const message = `An event calls another data type “${name}”`;
    return { message, text: "data-types:problem.calledSoElsewhere", values: { name } };
  }
  const message = `${event} calls ${type.name} “${name}”`;
  return { message, text: "data-types:problem.calledSo", values: { name, other: type.name, event } };
}
