// Takes a saved change of a profile back, by the same rules as any other save.
import type { Access } from "#schemas/access.ts";
import {
  type Context,
  localeOf,
  type ProblemError,
  problem,
  type ReversalLosses,
  type Revertible,
  type Who,
} from "#server";
import { STATUS_AFTER } from "../contract/status.ts";
import { createThing, listLosses, removeThing, saveThing, type Thing, type ThingDraft } from "../contract.ts";
import { thingTellerKey } from "../offers.ts";
import { removedKeys } from "./fields/removed.ts";
import { AnswersRefused } from "./fields/rules.ts";
import { hiddenKeys } from "./fields/sight.ts";
import { FieldsToday, type KeptAnswers } from "./fields/today.ts";
import { comparable, OBJECT } from "./history.ts";
import { getThing } from "./repository.ts";
import { makeThing, routes } from "./routes.ts";

const OWN = "fields.";
/** With which profiles are made, saved and taken out. */
const OWN_ACTIONS = ["create", "save", "remove"];

/** Leaves out the area's own line, which the one who reverts writes: what others tell of the same change is told. */
const others =
  ({ audit }: Context): Context["audit"] =>
  async (entry) => {
    const isOwn = entry.object.type === OBJECT && OWN_ACTIONS.includes(entry.action);
    if (!isOwn) await audit(entry);
  };

const handlerOf = (wanted: unknown) => routes.find(({ endpoint }) => endpoint === wanted)?.handler;

/** The profile as it stands now; somebody may have taken it out since the one who reverts has looked. */
async function standing({ db, event }: Context, id: string): Promise<Thing> {
  const thing = await getThing(db, event.id, Number(id));
  if (!thing) throw problem("history.object_gone");
  return thing;
}

export const revertThing: Revertible = {
  makers: createThing.access as Access,
  elsewhere: (offered) => offered(thingTellerKey).flatMap(({ actions }) => actions),
  read: async ({ db, event }, id) => {
    const thing = await getThing(db, event.id, Number(id));
    return thing && comparable(thing);
  },
  losses: async (context, id, facts, locale) => {
    const thing = await standing(context, id);
    const isBlocked = facts?.["status"] === STATUS_AFTER.deactivate && thing.status !== facts["status"];
    if (facts && !isBlocked) return undefined;
    const by = facts ? "blocking" : "removing";
    const params = { eventId: context.event.id, thingId: thing.id };
    const losses = await handlerOf(listLosses)?.({ ...context, params, query: { by, ...(locale && { locale }) } });
    return { by, losses: losses as ReversalLosses["losses"] };
  },
  write: async (context, id, facts, { calls_off, tells }) => {
    const thing = await standing(context, id);
    const entries = Object.entries(facts);
    const fields = Object.fromEntries(
      entries.flatMap(([key, value]) => (key.startsWith(OWN) ? [[key.slice(OWN.length), value]] : [])),
    );
    const values = Object.fromEntries(entries.filter(([key]) => !key.startsWith(OWN)));
    const params = { eventId: context.event.id, thingId: thing.id };
    // An answer whose field has been removed since would come back to a key that nobody asks for.
    const gone = await removedKeys(context.db, context.event, Object.keys(fields));
    await handlerOf(saveThing)?.({
      ...context,
      params,
      query: { calls_off, tells },
      body: { ...values, fields, ...(gone.size > 0 && { new_keys: false }), rev: thing.rev },
      audit: others(context),
    });
  },
  remove: async (context, id, { tells }) => {
    const thing = await standing(context, id);
    const params = { eventId: context.event.id, thingId: thing.id };
    const query = { rev: thing.rev, tells };
    await handlerOf(removeThing)?.({ ...context, params, query, audit: others(context) });
  },
  bringBack: async (context, facts, asker) => {
    const { created_at: _, updated_at: __, ...rest } = facts;
    const { fields } = await settledBack(context, facts);
    try {
      return await makeThing({ ...context, audit: others(context) }, { ...rest, fields } as ThingDraft, fields);
    } catch (error) {
      throw error instanceof AnswersRefused ? await asSeen(context, error, asker) : error;
    }
  },
  lostBack: async (context, facts) => (await settledBack(context, facts)).losses,
};

/** What a profile that was removed answers as the fields of today take it, and what that leaves out. */
async function settledBack({ db, dialect, event }: Context, facts: Readonly<Record<string, unknown>>) {
  const { name = "", updated_at = "", fields = {} } = facts as Partial<KeptAnswers>;
  const kept: KeptAnswers = { name, updated_at, fields };
  const today = await FieldsToday.of(db, dialect, event);
  const settled = today.settle(kept);
  // Of what was removed longer ago only the history knows.
  const gone = await removedKeys(db, event, Object.keys(settled.fields));
  const left = [...settled.left, ...[...gone].map((key) => ({ key, field: undefined }))];
  const answers = Object.fromEntries(Object.entries(settled.fields).filter(([key]) => !gone.has(key)));
  const losses = today.lossOf(kept, { fields: answers, left }, await localeOf(db, event.app_id));
  return { fields: answers, losses };
}

/** The same refusal without what it tells of answers that are hidden from whoever asks. */
async function asSeen({ db, dialect, event }: Context, refused: AnswersRefused, asker: Who): Promise<ProblemError> {
  const hidden = await hiddenKeys(db, dialect, event, asker);
  const told = refused.answers.filter(({ key }) => !hidden.includes(key));
  return told.length > 0 ? new AnswersRefused(told) : problem(refused.code);
}
