// Log-in e-mails to many, as an act on many profiles that cannot be undone.
import { hashToken, listTypesOf, localeOf, newToken } from "#server";
import type { Thing } from "../../event-data/contract.ts";
import type { ThingAct, ThingActDoing, ThingActed } from "../../event-data/offers.ts";
import { type LeftOut, LoginMailOrder, MAIL_ACT, PAUSE_MINUTES } from "../contract.ts";
import { loginLetter } from "./letter.ts";
import { addressOf, appAddress } from "./links.ts";
import { thingsOf } from "./people.ts";
import * as repository from "./repository.ts";
import { goodUntil, hindranceOf, hindranceOfEvent, refuseHindered } from "./rules.ts";

/** What the job is given: the event's name and the address of its app are those of the moment in which it was begun. */
interface Settled extends LoginMailOrder {
  event: string;
  base: string;
}

/** Why somebody gets none among many, besides what would keep them from one in any case. */
export function leftOutOf(
  row: Pick<repository.ProfileRow, "mailed_at" | "entered_at"> | undefined,
  { only_new }: LoginMailOrder,
  now: Date,
): LeftOut | undefined {
  if (only_new && row?.entered_at) return "entered";
  const since = new Date(now.getTime() - PAUSE_MINUTES * 60_000).toISOString();
  return row?.mailed_at && row.mailed_at > since ? "too_soon" : undefined;
}

export const mailMany: ThingAct = {
  key: MAIL_ACT,
  order: LoginMailOrder,

  check: async ({ event, deps }, order): Promise<Settled> => {
    const base = appAddress({ deps });
    refuseHindered(hindranceOfEvent(event, base));
    return { ...(order as LoginMailOrder), event: event.name, base };
  },

  run: async (doing, order, things) => {
    const { db, dialect, event, now, writes } = doing;
    const types = new Map((await listTypesOf(db, event.id)).map(({ id, categoryId }) => [id, categoryId]));
    const acted = new Map<number, ThingActed>();
    const leave = ({ id }: Thing, reason: LeftOut) =>
      acted.set(id, { left: doing.say(`app-access:left.${reason}`, { minutes: PAUSE_MINUTES }) });
    const possible = things.filter((thing) => {
      const hindrance = hindranceOf(thing, (typeId) => types.get(typeId), "mail");
      if (hindrance) leave(thing, hindrance);
      return !hindrance;
    });
    const ids = possible.map(({ id }) => id);
    // Profiles before what is kept beside them, as whoever takes one out does.
    if (writes) await thingsOf(doing.offered).noteChange(db, event.id);
    const rows = writes
      ? await repository.holdProfiles(db, event.id, ids)
      : await repository.listProfiles(db, dialect, event.id, ids);
    const chosen = possible.filter((thing) => {
      const reason = leftOutOf(rows.get(thing.id), order as Settled, now);
      if (reason) leave(thing, reason);
      else acted.set(thing.id, {});
      return !reason;
    });
    if (!writes) return acted;
    const sent = new Set(await send(doing, order as Settled, chosen));
    for (const thing of chosen) if (!sent.has(thing.id)) leave(thing, "overtaken");
    return acted;
  },
};

/** Answers the ids of those to whom a letter goes: whoever was saved by somebody else in between gets none. */
async function send(doing: ThingActDoing, { event, base }: Settled, chosen: readonly Thing[]): Promise<number[]> {
  const { db, dialect, now, offered, audit, mail } = doing;
  const eventId = doing.event.id;
  const things = thingsOf(offered);
  const imported = chosen.filter(({ status }) => status === "imported");
  const invited = await things.changeStatus(db, dialect, eventId, imported, "invited", now);
  const sent = chosen.filter(({ id, status }) => status !== "imported" || invited.has(id));
  const ids = sent.map(({ id }) => id);
  if (ids.length === 0) return [];
  const tokens = new Map(ids.map((id) => [id, newToken()]));
  const links = [...tokens].map(([thing_id, token]) => ({ thing_id, hash: hashToken(token), as: undefined }));
  const at = now.toISOString();
  const until = goodUntil(now, "own");
  await repository.addLinks(db, dialect, eventId, links, { at, until });
  await repository.noteMailed(db, dialect, ids, at);
  const around = { event, usual: await localeOf(db, doing.event.app_id), speak: doing.speak };
  for (const thing of sent) {
    await mail(loginLetter(around, thing, addressOf(base, { name: event }, tokens.get(thing.id) ?? ""), until));
    const changed = invited.has(thing.id);
    await audit({
      action: "send_login",
      object: { type: things.object, id: thing.id, label: thing.name },
      before: changed ? { status: "imported" } : {},
      after: changed ? { status: "invited" } : {},
    });
  }
  return ids;
}
