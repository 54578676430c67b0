// One short handler an endpoint: load, decide, write.
import {
  type Context,
  changes,
  type Db,
  type Dialect,
  fieldProblem,
  filled,
  holdTypes,
  listRows,
  listTypesOf,
  problem,
  type Route,
  route,
  type TypeOfEvent,
  toldOf,
} from "#server";
import {
  countEnds,
  createKind,
  createLink,
  findEnds,
  importLinks,
  type Kind,
  type KindChange,
  listKinds,
  orderKinds,
  queryLinks,
  removeKind,
  removeLink,
  removeLinks,
  saveKind,
} from "../contract.ts";
import { CLEAR_JOB, type Clearing, clearSome } from "./clear.ts";
import { IMPORT_JOB } from "./importLinks.ts";
import { ancestryOf } from "./linker.ts";
import { linkList, selectedLinks } from "./links.ts";
import { refuseNarrowing } from "./narrowing.ts";
import { pathOf, shown, thingsOf, withNames } from "./profiles.ts";
import * as repository from "./repository.ts";
import { asChanged, facts, refusalOf, refuse, singleEnds, tidy, typesAt } from "./rules.ts";
import { asTaken } from "./taken.ts";
import { tellLinks } from "./told.ts";

/** The kind of object under which kinds of relationships stand in the history. */
export const OBJECT = "relationships.kind";
const FOUND = 8;
/** Links that one statement of a call takes away on SQLite, where nobody is heard until it has ended. */
const HEARD_AFTER = 50;
/** Links that one line of history names. */
export const NAMED = 20;

export const routes: Route[] = [
  route(listKinds, async ({ db, event }) => {
    const [kinds, links] = await Promise.all([repository.listKinds(db, event.id), repository.countLinks(db, event.id)]);
    return kinds.map((kind) => ({ ...kind, links: links.get(kind.id) ?? 0 }));
  }),

  route(countEnds, async ({ db, dialect, event, deps }) => {
    const [kinds, types] = await Promise.all([repository.listKinds(db, event.id), listTypesOf(db, event.id)]);
    const ids = new Set(kinds.flatMap(({ from, to }) => [...typesAt(from, types), ...typesAt(to, types)]));
    const things = thingsOf(deps.offered);
    return Promise.all(
      [...ids].map(async (type_id) => {
        const selection = { question: { type: type_id } };
        return { type_id, profiles: await things.countSelected(db, dialect, event.id, selection, deps.offered, []) };
      }),
    );
  }),

  route(createKind, async ({ db, dialect, event, body, now, audit }) => {
    await waitForOthers(db, dialect, event.id);
    await holdTypes(db, dialect, event.id, typesIn(body));
    const values = tidy(body, await listTypesOf(db, event.id));
    const kind = await repository.createKind(db, event.id, values, now.toISOString());
    if (!kind) throw nameTaken();
    await audit({ action: "create", object: objectOf(kind), after: { ...values } });
    return { ...kind, links: 0 };
  }),

  route(saveKind, async (context) => {
    const { db, dialect, event, params, body, now, audit, deps } = context;
    await waitForOthers(db, dialect, event.id);
    const before = await held(db, event.id, params.kindId);
    if (before.rev !== body.rev) throw problem("stale", { current: await counted(deps, before) });
    await holdTypes(db, dialect, event.id, typesIn(body));
    const types = await listTypesOf(db, event.id);
    const values = asChanged(before, body, types);
    if (await repository.isNameTaken(db, event.id, values.name, before.id)) throw nameTaken();
    await refuseNarrowing({ ...context, db: readerOf(deps) }, before, values, types);
    const saved = await repository.saveKind(db, event.id, before, values, now.toISOString());
    if (!saved) throw problem("stale", { current: await counted(deps, await current(db, event.id, before.id)) });
    await audit({ action: "save", object: objectOf(saved), ...changes({ ...facts(before) }, { ...facts(saved) }) });
    return counted(deps, saved);
  }),

  route(orderKinds, async ({ db, dialect, event, body, audit, deps }) => {
    await waitForOthers(db, dialect, event.id);
    const before = await repository.listKinds(db, event.id);
    const ids = body.ids.filter((id) => before.some((kind) => kind.id === id));
    await repository.placeKinds(db, event.id, ids);
    const kinds = await repository.listKinds(db, event.id);
    const names = (some: readonly { name: string }[]) => ({ order: some.map(({ name }) => name).join(", ") });
    const difference = changes(names(before), names(kinds));
    // Not under the kind of object of one kind, of which a change could be taken back.
    const object = { type: `${OBJECT}s`, id: event.id, label: "" };
    if (Object.keys(difference.after).length > 0) await audit({ action: "order", object, ...difference });
    const links = await repository.countLinks(readerOf(deps), event.id);
    return kinds.map((kind) => ({ ...kind, links: links.get(kind.id) ?? 0 }));
  }),

  route(removeKind, async ({ db, event, params, query, audit, jobs, deps }) => {
    const before = await current(db, event.id, params.kindId);
    const { links } = await counted(deps, before);
    if (!(await repository.removeKind(db, event.id, { id: before.id, rev: query.rev }))) {
      throw problem("stale", { current: { ...before, links } });
    }
    await audit({ action: "remove", object: objectOf(before), before: { ...facts(before), links } });
    // Few go at once; behind many everybody else who writes would wait.
    if (await clearSome(db, before.id)) {
      const payload: Clearing = { kindId: before.id, links };
      await jobs.start({ kind: CLEAR_JOB, payload });
    }
    return { done: true as const };
  }),

  route(queryLinks, async (context) => {
    const { db, dialect, event, params, body, deps } = context;
    const kind = await current(db, event.id, params.kindId);
    const { columns: _, ...question } = body;
    const { rows, total, matched } = await listRows(db, dialect, linkList(context, kind.id), question);
    return { rows: await withNames(db, event.id, rows as never, deps.offered), total, matched };
  }),

  route(findEnds, async ({ db, dialect, event, who, params, query, body, deps }) => {
    const kind = await current(db, event.id, params.kindId);
    const types = typesAt(kind[query.end], await listTypesOf(db, event.id));
    const things = thingsOf(deps.offered);
    const hidden = await things.hidden(db, dialect, event, who);
    const list = await things.list(db, dialect, event.id, {}, deps.offered, hidden);
    const scope = [...list.scope, { column: "type_id", in: types }];
    const { version: _, ...narrowed } = list;
    const question = { search: body.words, limit: FOUND, columns: ["name", "company_name"] };
    const { rows } = await listRows(db, dialect, { ...narrowed, scope }, question);
    return rows.map((row) => shown(row as never));
  }),

  route(createLink, async ({ db, event, params, body, now, audit, deps }) => {
    // Who removes one of the profiles at this moment waits, or is waited for.
    await thingsOf(deps.offered).noteChange(db, event.id);
    const kind = await held(db, event.id, params.kindId);
    const named = await thingsOf(deps.offered).named(db, event.id, [body.from, body.to]);
    const [from, to] = [body.from, body.to].map((id) => named.find((thing) => thing.id === id));
    if (!from || !to) {
      throw problem("not_found", {
        message: "One of the profiles is not in the event, or has been removed",
        text: "relationships:gone.profile",
      });
    }
    const there = await linksInTheWay(db, kind, from.id, to.id);
    const types = await listTypesOf(db, event.id);
    const refusal = refusalOf({ from, to }, kind, types, there);
    if (refusal) throw refuse(refusal);
    const circle = await circleOf(db, kind, types, { from_id: from.id, to_id: to.id });
    if (circle) {
      const path = await pathOf(thingsOf(deps.offered), db, event.id, circle);
      throw fieldProblem(
        "relationships.circle",
        "to",
        `It would close a circle: ${path}`,
        "relationships:refused.circle",
        {
          path,
        },
      );
    }
    const link = { kind_id: kind.id, from_id: from.id, to_id: to.id, source: "hand", created_at: now.toISOString() };
    const [row] = await repository.addLinks(db, event.id, [link]);
    if (!row) throw refuse({ code: "exists" });
    await audit({ action: "link", object: objectOf(kind), after: { from: toldOf(from), to: toldOf(to) } });
    await tellLinks({ db, eventId: event.id, offered: deps.offered, audit }, kind, [row], true);
    return { id: row.id, from: shown(from), to: shown(to), source: "hand" as const, created_at: row.created_at };
  }),

  route(removeLink, async ({ db, event, params, audit, deps }) => {
    const kind = await current(db, event.id, params.kindId);
    const link = await repository.findLink(db, kind.id, params.linkId);
    const [removed] = link ? await repository.removeLinks(db, event.id, [link.id]) : [];
    if (!removed)
      throw problem("not_found", { message: "This link has been removed already", text: "relationships:gone.link" });
    const named = await thingsOf(deps.offered).named(db, event.id, [removed.from_id, removed.to_id]);
    const nameOf = (id: number) => toldOf({ id, name: named.find((thing) => thing.id === id)?.name ?? "" });
    const before = { from: nameOf(removed.from_id), to: nameOf(removed.to_id) };
    await audit({ action: "unlink", object: objectOf(kind), before });
    await tellLinks({ db, eventId: event.id, offered: deps.offered, audit }, kind, [removed], false);
    return { done: true as const };
  }),

  route(
    removeLinks,
    async (context, found: readonly number[] = []) => {
      const { db, dialect, event, params, audit, deps } = context;
      const kind = await current(db, event.id, params.kindId);
      const atOnce = dialect.kind === "sqlite" ? { atOnce: HEARD_AFTER } : {};
      const removed = await repository.removeLinks(db, event.id, found, { kindId: kind.id, ...atOnce });
      if (removed.length > 0) {
        const some = removed.slice(0, NAMED);
        const ids = some.flatMap(({ from_id, to_id }) => [from_id, to_id]);
        const named = new Map((await thingsOf(deps.offered).named(db, event.id, ids)).map((one) => [one.id, one.name]));
        const nameOf = (id: number) => toldOf({ id, name: named.get(id) ?? "" });
        const [only] = removed;
        const pairs = some.map(({ from_id, to_id }) => `${nameOf(from_id)} – ${nameOf(to_id)}`);
        // One is told as it was when it was made.
        const before =
          only && removed.length === 1
            ? { from: nameOf(only.from_id), to: nameOf(only.to_id) }
            : { links: removed.length, pairs };
        await audit({ action: "unlink", object: objectOf(kind), before });
        await tellLinks({ db, eventId: event.id, offered: deps.offered, audit }, kind, removed, false);
      }
      return { removed: removed.length, links: removed.map(asTaken) };
    },
    // A search among a million profiles holds nobody up where it has a thread of its own; what has gone since is not taken away.
    {
      prove: async ({ event, params, body, dialect, deps }) => {
        const db = readerOf(deps);
        const kind = await current(db, event.id, params.kindId);
        return selectedLinks({ db, dialect, event, deps }, kind.id, body);
      },
    },
  ),

  route(importLinks, async ({ db, event, params, query, body, jobs }) => {
    const kind = await current(db, event.id, params.kindId);
    const bytes = await filled(body);
    if (!bytes) throw problem("invalid", { message: "This file is no CSV file", text: "relationships:gone.text" });
    const file = { name: "pairs.csv", mediaType: "text/csv", bytes };
    return { job: await jobs.start({ kind: IMPORT_JOB, payload: { ...query, kindId: kind.id }, file }) };
  }),
];

/** Until the kind is stored, the types that its ends name stay in the event. */
function typesIn({ from, to }: Pick<KindChange, "from" | "to">): number[] {
  return [...(from?.types ?? []), ...(to?.types ?? [])];
}

/** The link of the two, and those of ends that take one only: of all others a company may have any number. */
async function linksInTheWay(db: Db, kind: repository.KindRow, from: number, to: number) {
  const found = await repository.findPairs(db, kind.id, [[from, to]]);
  const ids = { from, to };
  for (const side of singleEnds(kind.cardinality)) {
    found.push(...(await repository.linksAt(db, kind.id, side, [ids[side]])));
  }
  return found;
}

async function circleOf(
  db: Db,
  kind: repository.KindRow,
  types: readonly TypeOfEvent[],
  link: { from_id: number; to_id: number },
): Promise<number[] | undefined> {
  const ancestry = ancestryOf(db, kind, types);
  await ancestry?.learn([link]);
  return ancestry?.circleOf(link);
}

/** Whoever names or orders the kinds of an event does so by himself: of two who give one name at once, the second is told so. */
function waitForOthers(db: Db, dialect: Dialect, eventId: number): Promise<void> {
  return dialect.lock(db as never, `${OBJECT} ${eventId}`);
}

/** The kind, which nobody else links by until the end: of two who link at once, the second sees the first. */
export async function held(db: Db, eventId: number, id: number): Promise<repository.KindRow> {
  const [kind] = await repository.holdKinds(db, eventId, [id]);
  return kind ?? current(db, eventId, id);
}

export async function current(db: Db, eventId: number, id: number): Promise<repository.KindRow> {
  const kind = await repository.findKind(db, eventId, id);
  if (!kind)
    throw problem("not_found", {
      message: "This kind of relationship has been removed",
      text: "relationships:gone.kind",
    });
  return kind;
}

/** A kind with its links as they are before the transaction: counting many holds nobody up where a reader does it. */
async function counted(deps: Context["deps"], kind: repository.KindRow): Promise<Kind> {
  return { ...kind, links: await repository.countLinksOfKind(readerOf(deps), kind.id) };
}

const readerOf = ({ database }: Context["deps"]) => database.read as unknown as Db;

export function objectOf({ id, name }: Pick<Kind, "id" | "name">) {
  return { type: OBJECT, id, label: name };
}

function nameTaken() {
  return fieldProblem("relationships.name_taken", "name", "Choose another name", "problem:field.nameTaken");
}
