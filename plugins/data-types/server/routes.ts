// One short handler an endpoint: load, decide, write.
import {
  type Context,
  changes,
  claimTypeOf,
  createTypeOf,
  type Db,
  giveTypeTo,
  listEventNamesOf,
  listEventTypesOf,
  listTypeRows,
  listTypesOfEach,
  mayOpen,
  placeTypesOf,
  problem,
  type Route,
  removeTypeOf,
  route,
  saveTypeOf,
  type TypeOfEvent,
  type TypeRow,
} from "#server";
import * as contract from "../contract.ts";
import type { TypeFacts } from "../offers.ts";
import { archiveImpactOf } from "./archive.ts";
import { MERGE_JOB, type MergeOrder, pairOf, previewOf } from "./merge.ts";
import { mustDifferIn } from "./names.ts";
import { countNeeds, needsOf } from "./needs.ts";
import { OBJECT, objectOf, waitForOthers } from "./object.ts";
import { asChanged, asColumns, asNew, factsOf } from "./rules.ts";

export type Asking = Pick<Context, "db" | "app" | "dialect" | "audit" | "deps">;

export const routes: Route[] = [
  route(contract.listTypeDetails, (context) => details(context)),

  route(contract.listTypeNeeds, async ({ db, app, deps }) => {
    const needs = await needsOf({ db, app, offered: deps.offered });
    return [...needs].map(([type_id, of]) => ({ type_id, needs: of }));
  }),

  route(contract.createType, async (context) => {
    const { db, app, body, audit } = context;
    await waitForOthers(context);
    const facts = asNew(body, await listTypeRows(db, app.id));
    const row = await createTypeOf(db, app.id, asColumns(facts));
    let left_out = 0;
    if (body.to_events) {
      const names = await listEventNamesOf(db, app.id);
      const going = [...names.keys()].filter((id) => !names.get(id)?.archived);
      // What an event has is for those to say who may open it.
      const events = going.filter((id) => mayOpen(app.allowedEvents, id));
      left_out = going.length - events.length;
      const each = await listTypesOfEach(db, app.id);
      const given = new Map(events.map((id) => [id, each.get(id) ?? []]));
      await mustDifferIn({ db, app }, given, (types) => [...types, asTypeOfEvent(row)]);
      await giveTypeTo(db, row.id, events);
    }
    await audit({ action: "create", object: objectOf(row), after: { ...facts } });
    return { ...(await detail(context, row.id)), left_out };
  }),

  route(contract.saveType, async (context) => {
    await waitForOthers(context);
    const { row, others } = await rowOf(context, context.params.typeId);
    if (row.rev !== context.body.rev) throw problem("stale", { current: await detail(context, row.id) });
    const facts = await changed(context, row, others, context.body);
    const difference = changes({ ...factsOf(row) }, { ...facts });
    if (Object.keys(difference.after).length === 0) return detail(context, row.id);
    await save(context, row, facts);
    await context.audit({ action: "save", object: { ...objectOf(row), label: facts.type }, ...difference });
    return detail(context, row.id);
  }),

  route(contract.orderTypes, async (context) => {
    const { db, app, body, audit } = context;
    await waitForOthers(context);
    const own = (await listTypeRows(db, app.id)).filter((row) => row.type_category_id === body.category);
    if (!body.ids.every((id) => own.some((row) => row.id === id))) {
      throw problem("not_found", {
        message: "One of the data types is not here any more",
        text: "data-types:gone.types",
      });
    }
    const rest = own.map(({ id }) => id).filter((id) => !body.ids.includes(id));
    const ids = [...body.ids, ...rest];
    await placeTypesOf(db, app.id, ids);
    const names = (of: readonly number[]) => ({
      order: of.map((id) => own.find((row) => row.id === id)?.type).join(", "),
    });
    const difference = changes(names(own.map(({ id }) => id)), names(ids));
    if (Object.keys(difference.after).length > 0) {
      await audit({ action: "order", object: { type: `${OBJECT}s`, id: body.category, label: "" }, ...difference });
    }
    return details(context);
  }),

  route(contract.previewTypeArchive, async (context) => {
    const { row } = await rowOf(context, context.params.typeId);
    return archiveImpactOf({ db: context.db, app: context.app, offered: context.deps.offered }, row.id);
  }),
  route(contract.archiveType, (context) => archive(context, context.now.toISOString())),
  route(contract.restoreType, (context) => archive(context, null)),

  route(contract.previewTypeMerge, ({ db, app, params, query, deps }) =>
    previewOf({ db, app, offered: deps.offered }, params.typeId, query.into),
  ),

  route(contract.mergeType, async (context) => {
    const { db, app, params, body, jobs } = context;
    const { one } = await pairOf(db, app, params.typeId, body.into);
    if (one.rev !== body.rev) throw problem("stale", { current: await detail(context, one.id) });
    const order: MergeOrder = { from: one.id, into: body.into };
    return { job: await jobs.start({ kind: MERGE_JOB, payload: order }) };
  }),

  route(contract.removeType, async (context) => {
    const { db, app, params, query, audit, deps } = context;
    await waitForOthers(context);
    const { row } = await rowOf(context, params.typeId);
    if (row.rev !== query.rev) throw problem("stale", { current: await detail(context, row.id) });
    await claimTypeOf(db, context.dialect, row.id);
    const needs = await countNeeds({ db, app, offered: deps.offered }, row.id);
    if (needs > 0) {
      throw problem("data-types.in_use", { message: `${needs} profiles, fields or rules still need this data type` });
    }
    await removeTypeOf(db, app.id, row.id);
    await audit({ action: "remove", object: objectOf(row), before: { ...factsOf(row) } });
    return { done: true as const };
  }),
];

async function archive(
  context: Context<{ typeId: number }, unknown, { rev: number }>,
  archived_at: string | null,
): Promise<contract.TypeDetail> {
  const { db, app, params, body, audit } = context;
  await waitForOthers(context);
  const { row } = await rowOf(context, params.typeId);
  const saved = row.rev === body.rev && (await saveTypeOf(db, app.id, row, { archived_at }));
  if (!saved) throw problem("stale", { current: await detail(context, row.id) });
  await audit({
    action: archived_at ? "archive" : "restore",
    object: objectOf(row),
    before: { archived_at: row.archived_at },
    after: { archived_at },
  });
  return detail(context, row.id);
}

/** Facts of a changed type, by the rules. Profiles are counted only where the category changes. */
export async function changed(
  { db, app, deps }: Asking,
  row: TypeRow,
  others: readonly TypeRow[],
  change: contract.TypeChange,
): Promise<TypeFacts> {
  const moves = change.type_category_id !== undefined && change.type_category_id !== row.type_category_id;
  const needs = moves ? await countNeeds({ db, app, offered: deps.offered }, row.id) : 0;
  const facts = asChanged(row, change, others, needs);
  const isNamed = facts.type !== row.type || facts.type_category_id !== row.type_category_id;
  if (isNamed) {
    const wanted = asTypeOfEvent({ id: row.id, ...facts });
    const renamed = (types: readonly TypeOfEvent[]) =>
      types.map((one) => (one.id === row.id ? { ...wanted, labels: one.labels } : one));
    await mustDifferIn({ db, app }, await listTypesOfEach(db, app.id), renamed);
  }
  return facts;
}

const asTypeOfEvent = ({ id, type, type_category_id }: Pick<TypeRow, "id" | "type" | "type_category_id">) => ({
  id,
  name: type,
  categoryId: type_category_id,
});

/** Writes the facts; `archived_at` stays unless it is told. */
export async function save(
  context: Asking,
  row: TypeRow,
  facts: TypeFacts,
  archived_at: string | null = row.archived_at,
): Promise<void> {
  const saved = await saveTypeOf(context.db, context.app.id, row, { ...asColumns(facts), archived_at });
  if (!saved) throw problem("stale", { current: await detail(context, row.id) });
}

export async function rowOf({ db, app }: Asking, id: number): Promise<{ row: TypeRow; others: TypeRow[] }> {
  const rows = await listTypeRows(db, app.id);
  const row = rows.find((one) => one.id === id);
  if (!row) throw problem("not_found", { message: "This data type has been removed", text: "data-types:gone.type" });
  return { row, others: rows.filter((one) => one !== row) };
}

async function details({ db, app }: Pick<Context, "db" | "app">): Promise<contract.TypeDetail[]> {
  const [rows, given] = await Promise.all([listTypeRows(db, app.id), listEventTypesOf(db, app.id)]);
  const mayOpen = (id: number) => app.allowedEvents.includes(-1) || app.allowedEvents.includes(id);
  return rows.map((row) => {
    const events = given.filter(({ type_id }) => type_id === row.id).map(({ event_id }) => event_id);
    const { id, rev, position, archived_at } = row;
    return {
      id,
      rev,
      ...factsOf(row),
      position,
      archived_at,
      event_ids: events.filter(mayOpen),
      events: events.length,
    };
  });
}

async function detail(context: { db: Db; app: Context["app"] }, id: number): Promise<contract.TypeDetail> {
  const found = (await details(context)).find((one) => one.id === id);
  if (!found) throw problem("not_found");
  return found;
}
