// Two profiles become one. Everything happens in the transaction of the request.
import { sameAnswer } from "#schemas/answers/check.ts";
import { type Field, fieldApplies, fieldName } from "#schemas/fields.ts";
import { type Context, type Db, fieldProblem, problem } from "#server";
import type { Thing } from "../../event-data/contract.ts";
import type { ThingFollower } from "../../event-data/offers.ts";
import { type Merge, type MergeDraft, OFFERED_MINUTES } from "../contract.ts";
import * as merges from "./merges.ts";
import { untilOf } from "./merges.ts";
import { type Before, followersOf, mergeTwo } from "./mergeTwo.ts";
import { fieldsOf, thingsOf } from "./search.ts";

type Asked = Pick<
  Context<unknown, unknown, unknown>,
  "db" | "dialect" | "event" | "who" | "now" | "audit" | "jobs" | "deps"
>;

/** What a merge moves, by area. */
export const followers = ({ deps }: Pick<Asked, "deps">): readonly ThingFollower[] => followersOf(deps);

const merging = ({ db, dialect, event, who, now, audit, jobs, deps: { offered } }: Asked) => {
  const follow = async (kind: string) => void (await jobs.start({ kind, payload: null }));
  return { db, dialect, event, now, audit, offered, follow, userId: who.id };
};

export async function merge(context: Asked, { keep, drop, take }: MergeDraft): Promise<Merge> {
  const { db, event, deps } = context;
  const things = thingsOf(deps.offered);
  if (keep.id === drop.id) throw problem("duplicates.same");
  const [kept, dropped] = [await current(context, keep), await current(context, drop)];
  const hidden = await things.hidden(db, context.dialect, event, context.who);
  const fields = await fieldsOf(deps.offered).list(db, event);
  const change = takenFrom(kept, dropped, take, { hidden, fields, role: context.who.accessRole });
  const { id, at, saved, moved, left } = await mergeTwo(merging(context), kept, dropped, change);
  return {
    ...{ id, until: untilOf(at), kept: things.without(saved, hidden) },
    ...{ dropped: dropped.name, moved, left: [...left] },
  };
}

/** The merges that a person has just made: the undo of these is offered beside the queue. */
export async function listOwn(context: Asked): Promise<Merge[]> {
  const { db, dialect, event, who, now, deps } = context;
  const things = thingsOf(deps.offered);
  const hidden = await things.hidden(db, dialect, event, who);
  const since = new Date(now.getTime() - OFFERED_MINUTES * 60_000).toISOString();
  const own = await merges.mergesOf(db, event.id, who.id, since);
  const ids = own.map(({ kept_id }) => kept_id);
  const there = new Map((await things.many(db, event.id, ids)).map((thing) => [thing.id, thing]));
  return own.flatMap((row) => {
    const kept = there.get(row.kept_id);
    if (!kept || merges.isErased(row)) return [];
    const { told } = JSON.parse(row.before) as Before;
    return [{ id: row.id, until: untilOf(row.at), kept: things.without(kept, hidden), ...told }];
  });
}

/** As it was seen: a picture is no value of the form that somebody fills in, and has no revision. */
async function current(context: Asked, { id, rev, photo }: MergeDraft["keep"]): Promise<Thing> {
  const thing = await the(context.db, context, id);
  if (thing.rev === rev && (photo === undefined || thing.photo === photo)) return thing;
  const things = thingsOf(context.deps.offered);
  const hidden = await things.hidden(context.db, context.dialect, context.event, context.who);
  throw problem("stale", { current: things.without(thing, hidden) });
}

async function the(db: Db, { event, deps }: Pick<Asked, "event" | "deps">, id: number): Promise<Thing> {
  const thing = await thingsOf(deps.offered).get(db, event.id, id);
  if (!thing) throw notThere();
  return thing;
}

export function notThere() {
  return problem("not_found", {
    message: "One of the profiles is not in the event any more",
    text: "duplicates:gone.profile",
  });
}

interface Taking {
  hidden: readonly string[];
  fields: readonly Field[];
  /** Access role of whoever merges. */
  role: number;
}

/**
 * The change that takes some fields from the other profile. Whoever takes first or last name takes the name with them. What
 * is hidden from a person they cannot choose: an answer that only the other has is not lost. An answer that they may not change
 * they do not replace, and to fields that the profile does not have none is taken.
 */
function takenFrom(kept: Thing, from: Thing, take: readonly string[], { hidden, fields: asked, role }: Taking) {
  const values: Record<string, unknown> = {};
  const fields: Record<string, Thing["fields"][string] | null> = {};
  const byKey = new Map(asked.map((field) => [field.key, field]));
  const typeId = take.includes("type_id") ? from.type_id : kept.type_id;
  const own = (key: string) => byKey.get(key);
  const applies = (key: string) => fieldApplies(own(key) ?? { type_ids: [] }, typeId);
  const answerOf = (thing: Thing, key: string) => (Object.hasOwn(thing.fields, key) ? thing.fields[key] : undefined);
  for (const key of hidden) {
    const answer = answerOf(kept, key) === undefined ? answerOf(from, key) : undefined;
    if (answer !== undefined && applies(key)) fields[key] = answer;
  }
  for (const field of take) {
    const key = field.startsWith("fields.") ? field.slice("fields.".length) : undefined;
    if (key !== undefined && !hidden.includes(key)) {
      const [mine, theirs] = [answerOf(kept, key), answerOf(from, key)];
      const { edit_role = role } = own(key) ?? {};
      if (role > edit_role && mine !== undefined && !sameAnswer(mine, theirs)) throw notYours(own(key) as Field);
      if (applies(key)) fields[key] = theirs ?? null;
    } else if (field in kept && !UNTAKEN.has(field)) values[field] = from[field as keyof Thing];
    else
      throw fieldProblem("invalid", "take", `There is no field "${field}"`, "duplicates:problem.fieldUnknown", {
        field,
      });
  }
  return { ...values, ...(Object.keys(fields).length > 0 ? { fields } : {}) };
}

function notYours(field: Field) {
  const name = fieldName(field, "en-gb");
  const message = `Your role may not change "${name}"; keep the answer of the profile that stays`;
  return fieldProblem("invalid", "take", message, "duplicates:problem.notYours", { field: name });
}

const UNTAKEN = new Set(["id", "rev", "created_at", "updated_at", "fields"]);
