// What the list of profiles lets a question name, and how its search finds words.

import type { Field } from "#schemas/fields.ts";
import type { ListFilter } from "#schemas/list.ts";
import {
  appAndZoneOf,
  besideVersion,
  type Db,
  type Dialect,
  type ListScope,
  type ListSpec,
  listTypesOf,
  type Offers,
  sql,
} from "#server";
import { BESIDE, type Narrowing } from "../contract.ts";
import { thingSetsKey } from "../offers.ts";
import { columnsOfSome, holdersOf } from "./columns/beside.ts";
import { inWork, keptBeside } from "./columns/kept.ts";
import { orderedBeside } from "./columns/ordered.ts";
import { setsBeside } from "./columns/sets.ts";
import { isSourceInWork, SOURCE, sourceOf } from "./columns/source.ts";
import { COMPLETE, completeOf } from "./complete/order.ts";
import { keptOrders } from "./fields/listed.ts";
import { listFieldsOf } from "./fields/repository.ts";
import { isWritten } from "./fields/rules.ts";
import type { Hidden } from "./fields/sight.ts";
import { answerRanks, columnRanks, type ListReader } from "./ranks.ts";
import { foundWords, narrowedTo } from "./search.ts";

const text = (column: string) => ({ column, kind: "text", folded: `${column}_key`, indexed: true }) as const;

const FIELDS = {
  id: { column: "id", kind: "number" },
  type_id: { column: "type_id", kind: "number" },
  rev: { column: "rev", kind: "number", sortable: false },
  first_name: text("first_name"),
  last_name: text("last_name"),
  name: text("name"),
  email: text("email"),
  company_name: text("company_name"),
  job_title: text("job_title"),
  // It stands in every index of an order, so that no index of its own is needed to pass over the others.
  country: { ...text("country"), indexed: false },
  status: { column: "status", kind: "text" },
  created_at: { column: "created_at", kind: "date", indexed: true },
  updated_at: { column: "updated_at", kind: "date", indexed: true },
  photo: { column: "photo", kind: "text", sortable: false, indexedWhereHeld: true },
  fields: { column: "fields", kind: "json", foldedUnder: "folded" },
} as const satisfies ListSpec["fields"];

/** Fields whose order is kept within each country as well. */
const ORDERED_WITHIN = Object.entries(FIELDS).flatMap(([name, field]) =>
  "indexed" in field && field.indexed ? [name] : [],
);

/** The parts of a question that name fields. */
export interface Naming {
  group?: readonly string[];
  filter?: readonly ListFilter[] | undefined;
  sort?: readonly { field: string }[] | undefined;
  by?: string;
  figures?: readonly { field: string }[];
}

/**
 * The list of one event's profiles, all of them or those of some types, without the own fields that are hidden. Sets that other areas keep are filters of it; where
 * it is known what is asked, only those that it names are looked up.
 */
export async function thingList(
  db: Db,
  dialect: Dialect,
  eventId: number,
  { type, category }: Narrowing,
  offered: Offers,
  hidden: Hidden,
  asked: Naming | "everything" = "everything",
  reader?: ListReader,
): Promise<ListSpec> {
  const scope: ListScope[] = [{ column: "event_id", value: eventId }];
  if (type !== undefined) scope.push({ column: "type_id", value: type });
  const ofSome = asked === "everything" ? [] : columnsOfSome(offered, asked);
  if (category !== undefined || ofSome.length > 0) {
    const types = await listTypesOf(db, eventId);
    const holders = ofSome.flatMap((column) => [holdersOf(column, types) ?? []]);
    const isIn = ({ id, categoryId }: (typeof types)[number]) =>
      (category === undefined || categoryId === category) && holders.every((ids) => ids.includes(id));
    scope.push({ column: "type_id", in: types.filter(isIn).map(({ id }) => id) });
  }
  const grouped = setsBeside(offered, hidden, (field) => names(asked, (name) => name === field));
  const isSetField = (name: string) => offered(thingSetsKey).some(({ field }) => field === name);
  // A rule of a set may name whatever the list has.
  const isSet = (name: string) => isSetField(name) || grouped.has(name);
  const { zone, own } = await clocksAndFields(db, eventId, asked, names(asked, isSet));
  const ranks = await columnRanks(db, eventId, (name) => isOrdered(asked, name), reader);
  const keysOf = (kind: Field["kind"]) => new Set(own.filter((one) => one.kind === kind).map(({ key }) => key));
  const isComplete = names(asked, (name) => name === COMPLETE || isSet(name));
  const complete = isComplete && (await completeOf(db, eventId, hidden));
  const isAsked = (field: string) => asked !== "everything" && names(asked, (name) => name === field);
  const mayName = (field: string) => names(asked, (name) => name === field || isSet(name));
  const beside = await keptBeside(db, eventId, offered, hidden, mayName, isAsked);
  const source = mayName(SOURCE) && (await sourceIn(db, eventId, isAsked(SOURCE), reader));
  const version = sql<number>`(select version from event_data_version where event_id = ${eventId})`;
  const unsorted: ListSpec = {
    from: "event_data_thing",
    fields: {
      ...FIELDS,
      ...(complete && { [COMPLETE]: complete.field }),
      ...beside?.fields,
      ...(source && { [SOURCE]: source.field }),
      created_at: { ...FIELDS.created_at, zone },
      updated_at: { ...FIELDS.updated_at, zone },
      ...searched(dialect),
      ...(ranks.type_id && { type_id: { ...FIELDS.type_id, ranks: ranks.type_id } }),
      ...(ranks.status && { status: { ...FIELDS.status, ranks: ranks.status } }),
      ...(ranks.country && { country: { ...FIELDS.country, ranks: ranks.country } }),
      fields: {
        ...FIELDS.fields,
        ...{ zone, instants: keysOf("datetime"), named: keysOf("file") },
        written: new Set(own.filter(isWritten).map(({ key }) => key)),
        ...(hidden.length > 0 && { hidden }),
      },
    },
    scope,
    unseen: (name) => name.startsWith(BESIDE),
    always: ["id", "type_id", "rev"],
    defaultSort: [{ field: "name", direction: "asc" }],
    within: { column: "country", ...(dialect.kind === "sqlite" && { late: lateIn(eventId) }) },
    tally: { from: "event_data_thing_tally", columns: ["event_id", "type_id", "status", "country", "country_key"] },
    ...(dialect.kind === "postgres" && { whole: "whole" }),
    search: (words) => foundWords(dialect, words),
    ...(beside && { lacks: beside.lacks }),
  };
  const isSorted = (name: string) => asked !== "everything" && (asked.sort ?? []).some(({ field }) => field === name);
  const whole = () => thingList(db, dialect, eventId, {}, offered, []);
  const ordered = await orderedBeside(db, dialect, eventId, offered, hidden, unsorted, isSorted, whole);
  const isBeside = beside !== undefined || Object.keys(ordered.kept).length > 0;
  const list: ListSpec = {
    ...unsorted,
    fields: { ...unsorted.fields, ...ordered.fields },
    ...(isBeside
      ? { version: sql<string>`(${version}) || '+' || ${besideVersion(eventId)}`, versionOf: "beside" }
      : { version }),
  };
  const isNamed = ({ field }: { field: string }) =>
    asked === "everything" ||
    (asked.filter ?? []).some((filter) => filter.field === field) ||
    [...grouped.values()].includes(field);
  const sets = offered(thingSetsKey).filter(isNamed);
  const derived = sets.map(async ({ field, filter }) => [field, await filter(db, dialect, eventId, list)] as const);
  const setsOf = [...grouped].flatMap(([column, of]) =>
    sets
      .filter(({ field }) => field === of)
      .map(async ({ field, order }) => [column, { field, ids: await order(db, dialect, eventId, list) }] as const),
  );
  const [filters, grouping] = await Promise.all([Promise.all(derived), Promise.all(setsOf)]);
  return {
    ...list,
    derived: Object.fromEntries(filters),
    sets: Object.fromEntries(grouping),
    kept: {
      ...(namesAnswers(asked) && (await orders())),
      ...(complete ? complete.kept : {}),
      ...beside?.kept,
      ...ordered.kept,
      ...(source && { [SOURCE]: source.kept }),
    },
  };

  async function orders() {
    const kept = await keptOrders(db, eventId, zone);
    for (const field of reader ? own : []) {
      const order = kept[`fields.${field.key}`];
      if (!order || !reader || !isOrdered(asked, `fields.${field.key}`)) continue;
      const ranks = await answerRanks(db, field, order, reader);
      if (ranks) kept[`fields.${field.key}`] = { ...order, ranks };
    }
    return kept;
  }
}

/** Where profiles came from, once that has been looked up of all of them. */
async function sourceIn(db: Db, eventId: number, isAsked: boolean, reader: ListReader | undefined) {
  if (!(await isSourceInWork(db, eventId))) return sourceOf(eventId, reader);
  if (isAsked) throw inWork();
  return undefined;
}

/** What days and answers are understood by, where a question names some. */
async function clocksAndFields(db: Db, eventId: number, asked: Naming | "everything", isRule: boolean) {
  const isAnswers = isRule || namesAnswers(asked);
  if (!isAnswers && !names(asked, (field) => field.endsWith("_at"))) return { zone: "UTC", own: [] };
  const { appId, zone } = await appAndZoneOf(db, eventId);
  return { zone, own: isAnswers ? await listFieldsOf(db, { id: eventId, app_id: appId }) : [] };
}

function isOrdered(asked: Naming | "everything", name: string): boolean {
  if (asked === "everything") return name === "type_id";
  return (
    asked.by === name || asked.group?.includes(name) === true || (asked.sort ?? []).some(({ field }) => field === name)
  );
}

/** Imports leave it to a job to put new profiles into the orders within countries, see `putInOrder`. */
function lateIn(eventId: number): NonNullable<ListSpec["within"]>["late"] {
  return {
    of: ORDERED_WITHIN,
    isThere: sql<boolean>`event_data_thing.ordered = 1`,
    lacksSome: sql`exists (select 1 from event_data_thing as late where late.event_id = ${eventId} and late.ordered = 0)`,
  };
}

function namesAnswers(asked: Naming | "everything"): boolean {
  return names(asked, (field) => field.startsWith("fields."));
}

function names(asked: Naming | "everything", isMeant: (field: string) => boolean): boolean {
  if (asked === "everything") return true;
  const { filter = [], sort = [], figures = [] } = asked;
  const named = [...filter, ...sort, ...figures].map(({ field }) => field);
  return [...named, ...(asked.group ?? []), asked.by ?? ""].some(isMeant);
}

/** The fields that the search index knows, which therefore finds what they contain. */
function searched(dialect: Dialect) {
  const narrow = (contained: string) => narrowedTo(dialect, contained);
  const { name, email, company_name } = FIELDS;
  return { name: { ...name, narrow }, email: { ...email, narrow }, company_name: { ...company_name, narrow } };
}
