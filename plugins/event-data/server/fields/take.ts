// Some fields of another event, made in this one as they are there: kind, options, limits and rules, for the data types of the same
// names. What a field would become is judged without SQL.
import { type Field, keyFor } from "#schemas/fields.ts";
import { type TakenField, takeFields } from "#schemas/fieldTaking.ts";
import {
  isTypeCalled,
  listEventNamesOf,
  listTypesOf,
  localeOf,
  mayOpen,
  nameInEvent,
  problem,
  type Route,
  route,
  type TypeOfEvent,
} from "#server";
import { LISTED_JOB } from "./listed.ts";
import { listFieldsOf } from "./repository.ts";
import { makeField } from "./routes.ts";
import { visibleTo } from "./sight.ts";

const SHARED = 0;

interface Around {
  /** Fields of this event, archived ones too. */
  here: readonly Field[];
  /** Keys that no other field is to have here: of fields of both events, and those that are proposed. */
  taken: Set<string>;
  types: readonly TypeOfEvent[];
  typesThere: readonly TypeOfEvent[];
  locale: string;
}

const byKey = (one: { key: string }, other: { key: string }) => (one.key < other.key ? -1 : 1);
const known = ({ options }: Field) =>
  JSON.stringify(options.map(({ key, archived }) => ({ key, archived })).sort(byKey));
const limitsOf = ({ limits }: Field) => JSON.stringify(Object.entries(limits).sort());

/** What a field of another event would become in this one. */
export function takenAs(field: Field, { here, taken, types, typesThere, locale }: Around): TakenField {
  const own = here.find(({ key }) => key === field.key);
  const { type_ids, left } = typesFor(field, types, typesThere, locale);
  const found = { field, type_ids, left_types: left, differs: [], free_key: null };
  if (own?.id === field.id) return { ...found, state: "same" };
  if (field.event_id === SHARED) return { ...found, state: "shared" };
  if (field.type_ids.length > 0 && type_ids.length === 0) return { ...found, state: "no_type" };
  if (!own) return { ...found, state: "new" };
  const differs = [
    ...(own.kind === field.kind ? [] : ["kind" as const]),
    ...(known(own) === known(field) ? [] : ["options" as const]),
    ...(limitsOf(own) === limitsOf(field) ? [] : ["limits" as const]),
  ];
  if (differs.length === 0) return { ...found, state: "same" };
  const free_key = keyFor(field.key, taken);
  taken.add(free_key);
  return { ...found, state: "differs", differs, free_key };
}

/** The data types of this event that are those of the field, by what they are or else by their names; none for all. */
function typesFor(
  field: Pick<Field, "type_ids">,
  types: readonly TypeOfEvent[],
  typesThere: readonly TypeOfEvent[],
  locale: string,
): { type_ids: number[]; left: string[] } {
  const type_ids = new Set<number>();
  const left: string[] = [];
  for (const id of field.type_ids) {
    const there = typesThere.find((type) => type.id === id);
    const name = there && nameInEvent(there, locale);
    const same = types.find((type) => type.id === id) ?? types.find((type) => name && isTypeCalled(type, name));
    if (same) type_ids.add(same.id);
    else if (name) left.push(name);
  }
  return { type_ids: [...type_ids], left };
}

export const takingRoutes: Route[] = [
  route(takeFields, async (context) => {
    const { db, app, event, body, who, jobs } = context;
    const { from, mode, fields: wanted } = body;
    const isThere = (await listEventNamesOf(db, app.id)).has(from) && mayOpen(app.allowedEvents, from);
    if (!isThere || from === event.id) throw problem("not_found");
    const there = visibleTo(await listFieldsOf(db, { id: from, app_id: app.id }), who.accessRole);
    const here = await listFieldsOf(db, event);
    const around: Around = {
      here,
      taken: new Set([...here, ...there].map(({ key }) => key)),
      types: await listTypesOf(db, event.id),
      typesThere: await listTypesOf(db, from),
      locale: await localeOf(db, app.id),
    };
    const asked = wanted && new Map(wanted.map(({ key, as }) => [key, as]));
    const found = there
      .filter(({ key, archived_at }) => archived_at === null && (!asked || asked.has(key)))
      .map((field) => takenAs(field, around));
    const taking = found.flatMap(({ field, state, type_ids }) => {
      const as = asked?.get(field.key);
      if (state === "new") return [{ field, type_ids, key: as ?? field.key }];
      return state === "differs" && as ? [{ field, type_ids, key: as }] : [];
    });
    if (mode === "apply") {
      for (const { field, type_ids, key } of taking) {
        const {
          id: _,
          rev: __,
          event_id: ___,
          position: ____,
          archived_at: _____,
          event_ids: ______,
          ...values
        } = field;
        const options = values.options.filter(({ archived }) => !archived);
        await makeField(context, event.id, { ...values, key, options, type_ids });
      }
      if (taking.length > 0) await jobs.start({ kind: LISTED_JOB, payload: { eventIds: [event.id] } });
    }
    const fields = visibleTo(await listFieldsOf(db, event), who.accessRole);
    return { found, added: taking.length, fields };
  }),
];
