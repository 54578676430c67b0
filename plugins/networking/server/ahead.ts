// The confirmed meetings that participants still have before them when they leave or are blocked.
import { accessCondition, isAllowed } from "#schemas/access.ts";
import { type Db, zoneOf } from "#server";
import type { Loss } from "../../event-data/contract.ts";
import type { ThingFollower } from "../../event-data/offers.ts";
import { meetingsOf, rebook } from "./hold.ts";
import { thingsOf } from "./meetings.ts";
import { noteParting, noteReturn } from "./notices.ts";
import * as repository from "./repository.ts";
import { whenText } from "./whenText.ts";

const SHOWN = 8;

/** A meeting that was called off for a participant: whole, or it went on without them. */
interface Off {
  id: number;
  /** Its revision when it was cancelled; missing where it went on. */
  rev?: number;
  /** Where among its participants they stood. */
  position: number;
}

export const ahead: NonNullable<ThingFollower["leaving"]> = {
  label: "networking:leaving",
  of: (db, eventId, ids, now) => repository.confirmedOf(db, eventId, ids, now.toISOString()),

  about: async ({ db, event, who, offered, locale }, lost, leaving) => {
    const rows = await repository.getMeetings(db, event.id, lost);
    const others = new Set(
      rows.flatMap(({ participants }) =>
        participants.flatMap(({ thing_id, is_gone }) => (is_gone || leaving.has(thing_id) ? [] : thing_id)),
      ),
    );
    const people = await thingsOf(offered).standing(db, event.id, [...others]);
    const reached = people.filter(({ email, status }) => email !== "" && status !== "blocked").length;
    const counted = { others: { count: others.size, reached } };
    // Who meets whom and when is for those who read meetings.
    const { accessRole, permissions } = who;
    const reads = accessCondition({ permissions: ["meetings"] });
    if (isAllowed(reads, { accessRole, permissions }) !== true) return counted;
    const shown = rows.slice(0, SHOWN);
    const zone = await zoneOf(db, event.id);
    const ids = shown.flatMap(({ participants }) => participants.map(({ thing_id }) => thing_id));
    const names = new Map((await thingsOf(offered).named(db, event.id, ids)).map(({ id, name }) => [id, name]));
    const listed = (some: readonly number[]) =>
      new Intl.ListFormat(locale).format(some.flatMap((id) => names.get(id) ?? []));
    const examples = shown.map((row) => {
      const there = row.participants.flatMap(({ thing_id, is_gone }) => (is_gone ? [] : thing_id));
      const stay = there.filter((id) => !leaving.has(id));
      const go = there.filter((id) => leaving.has(id));
      const key = stay.length === 0 ? "among" : stay.length === 1 ? "off" : "without";
      const values = { names: listed(go), others: listed(stay), time: whenText(row, zone, locale) };
      return { label: `networking:ahead.${key}`, values };
    });
    return { ...counted, examples };
  },

  blocking: {
    label: "networking:blocking",

    callOff: async (db, eventId, thingId, parting): Promise<readonly Off[] | undefined> => {
      const all = await meetingsOf(db, eventId, [thingId]);
      const rows = all.filter(({ state, end_at }) => state === "accepted" && end_at > parting.now.toISOString());
      if (rows.length === 0) return undefined;
      await noteParting(db, eventId, rows, [thingId], parting);
      const off: Off[] = [];
      for (const row of rows) {
        const rest = row.participants.filter(({ thing_id }) => thing_id !== thingId);
        const position = row.participants.findIndex(({ thing_id }) => thing_id === thingId);
        const rev = row.rev + 1;
        await repository.release(db, row.id);
        if (rest.filter(({ is_gone }) => !is_gone).length < 2) {
          await repository.saveMeeting(db, eventId, row, { state: "cancelled" });
          off.push({ id: row.id, rev, position });
          continue;
        }
        await repository.saveMeeting(db, eventId, row, {});
        await repository.replaceParticipants(db, eventId, row.id, rest);
        await rebook(db, eventId, { ...row, rev, participants: rest });
        off.push({ id: row.id, position });
      }
      return off;
    },

    takeUp: (db, eventId, thingId, kept) => takeUp(db, eventId, thingId, kept as readonly Off[]),
  },
};

/** Gives a participant their meetings back, but for those that somebody has changed since. */
async function takeUp(db: Db, eventId: number, id: number, off: readonly Off[]): Promise<Loss[]> {
  await noteReturn(db, eventId, [id]);
  const ids = off.map((one) => one.id);
  await repository.holdMeetings(db, ids);
  const rows = new Map((await repository.getMeetings(db, eventId, ids)).map((row) => [row.id, row]));
  let [stay, taken] = [0, 0];
  for (const { id: meetingId, rev, position } of off) {
    const row = rows.get(meetingId);
    const isSame = row && (rev === undefined ? row.state === "accepted" || row.state === "cancelled" : row.rev === rev);
    if (!isSame) {
      stay += 1;
      continue;
    }
    const others = row.participants.filter(({ thing_id }) => thing_id !== id);
    const participants = others.toSpliced(Math.min(position, others.length), 0, { thing_id: id, is_gone: false });
    await repository.release(db, row.id);
    await repository.replaceParticipants(db, eventId, row.id, participants);
    const isOn = rev !== undefined || row.state === "accepted";
    if (!isOn) continue;
    await repository.saveMeeting(db, eventId, row, { state: "accepted" });
    if (!(await rebook(db, eventId, { ...row, rev: row.rev + 1, participants }))) taken += 1;
  }
  return [
    ...(stay > 0 ? [{ label: "networking:stay", count: stay }] : []),
    ...(taken > 0 ? [{ label: "networking:back", count: taken }] : []),
  ];
}
