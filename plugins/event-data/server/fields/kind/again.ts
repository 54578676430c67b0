// Changes the kind of a field once more, as the undoing of the change was stopped, or broke: half of its answers would be of either kind.
import type { KindResult } from "#schemas/fieldKind.ts";
import { changes, type Db, type JobContext, type JobHandler, localeOf, problem } from "#server";
import { claimAgain, countUndo, endAgain } from "../../bulk/undoRows.ts";
import { FIELD, fieldFacts, fieldObject } from "../history.ts";
import { forgetListed } from "../listed.ts";
import { renameEverywhere } from "../naming.ts";
import { findField, saveField } from "../repository.ts";
import { GIVING } from "../unique.ts";
import { convertAll, type KindAct, type Place, saidIn } from "./change.ts";
import { answersRenamed } from "./convert.ts";
import { placesSince } from "./plan.ts";
import { type KindUndo, noneOf } from "./undo.ts";

export const KIND_AGAIN_JOB = "event-data.kind-again";

/** Nothing where somebody undoes the change again. */
export const changeAgain: JobHandler = async (context): Promise<KindResult | undefined> => {
  const { undoes, ...act } = context.payload as KindUndo;
  const told = context.kept?.result as KindResult | undefined;
  const result = told ?? { ...noneOf(act.after), answers: await countUndo(context.read, undoes) };
  const place = (context.kept?.at as Place | undefined) ?? (await define(context, act, undoes, result));
  if (!place) return undefined;
  await convertAll(context, place, result, undoes);
  const { before, after, names, said } = place;
  return context.inTransaction(
    async (db) => {
      result.until = await endAgain(db, undoes, { before, after, names, ...(said && { said }) }, context.now());
      return result;
    },
    { last: true },
  );
};

async function define(
  context: JobContext,
  { before, after }: KindAct,
  undoes: number,
  result: KindResult,
): Promise<Place | undefined> {
  const { dialect, appId, now } = context;
  const clocks = await placesSince(context, after);
  const [places, [words]] = [[...clocks.keys()], clocks.values()];
  const locale = await localeOf(context.read, appId);
  let place: Place | undefined;
  const begin = async (db: Db) => {
    if (!(await claimAgain(db, undoes, now()))) return;
    await dialect.lock(db as never, `${FIELD} ${appId}`);
    await dialect.lock(db as never, GIVING);
    const current = await findField(db, appId, after.id);
    if (current?.kind !== before.kind) throw problem("stale", { current });
    const { kind, options, limits, unique } = after;
    const at = now().toISOString();
    const saved = await saveField(db, current, { values: { ...current, kind, options, limits, unique } }, at);
    if (!saved) throw problem("stale", { current });
    const difference = changes(fieldFacts(current), fieldFacts(saved));
    await context.audit(db, { action: "change_kind", object: fieldObject(saved), ...difference });
    for (const eventId of places) await forgetListed(db, eventId, after.id);
    const renaming = { key: after.key, to: after.key, options: answersRenamed(current, saved, locale) };
    const names = renaming.options.size > 0 ? await renameEverywhere(context, db, places, renaming) : [];
    const said = words && { said: saidIn(words) };
    place = { before, after: saved, names, ...said, began: at, eventId: 0, thingId: 0 };
  };
  await context.inTransaction(begin, { keep: () => ({ at: place, result }) });
  return place;
}
