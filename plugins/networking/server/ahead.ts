// The confirmed meetings that participants still have before them when they leave or are blocked.
import { accessCondition, isAllowed } from "#schemas/access.ts";
import { type Db, zoneOf } from "#server";
import type { Loss } from "../../event-data/contract.ts";
import type { FollowerTelling, ThingFollower } from "../../event-data/offers.ts";
import * as bookings from "./bookings.ts";
import { meetingsOf, rebookMany } from "./hold.ts";
import { thingsOf } from "./meetings.ts";
import { noteParting, noteReturn } from "./notices.ts";
import type { MeetingRow } from "./repository.ts";
import * as repository from "./repository.ts";
import { tellParting, tellReturn } from "./told.ts";
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

    callOff: async (db, eventId, ids, parting) => {
      const all = await meetingsOf(db, eventId, ids);
      const rows = all.filter(({ state, end_at }) => state === "accepted" && end_at > parting.now.toISOString());
      await noteParting(db, eventId, rows, ids, parting);
      const off = new Map<number, Off[]>();
      const leaving = new Set(ids);
      const after = rows.map((row) => without(row, leaving, off));
      await bookings.releaseMany(
        db,
        after.map(({ id }) => id),
      );
      await repository.replaceParticipants(db, eventId, after);
      await repository.saveStates(db, after);
      await rebookMany(
        db,
        eventId,
        after.filter(({ state }) => state === "accepted"),
      );
      await tellParting({ ...parting, db, eventId }, rows, after, leaving, parting.named);
      return off;
    },

    takeUp: (db, eventId, kept, telling) => takeUp(db, eventId, kept as ReadonlyMap<number, readonly Off[]>, telling),
  },
};

/** A meeting once some have left it, one after the other; whoever it does not go on without stays named in it. */
function without(before: MeetingRow, leaving: ReadonlySet<number>, off: Map<number, Off[]>): MeetingRow {
  const row = { ...before, rev: before.rev + 1 };
  for (const { thing_id: id } of before.participants) {
    if (!leaving.has(id) || row.state !== "accepted") continue;
    const position = row.participants.findIndex(({ thing_id }) => thing_id === id);
    const rest = row.participants.toSpliced(position, 1);
    const isOver = rest.filter(({ is_gone }) => !is_gone).length < 2;
    if (isOver) row.state = "cancelled";
    else row.participants = rest;
    off.set(id, [...(off.get(id) ?? []), { id: row.id, position, ...(isOver && { rev: row.rev }) }]);
  }
  return row;
}

/** Gives participants their meetings back, but for those that somebody has changed since. */
async function takeUp(
  db: Db,
  eventId: number,
  kept: ReadonlyMap<number, readonly Off[]>,
  { offered, audit }: FollowerTelling,
): Promise<Loss[]> {
  await noteReturn(db, eventId, [...kept.keys()]);
  const ids = [...new Set([...kept.values()].flatMap((off) => off.map((one) => one.id)))];
  await repository.holdMeetings(db, ids);
  const before = await repository.getMeetings(db, eventId, ids);
  const after = new Map(before.map((row) => [row.id, { ...row, isTouched: false, isOn: false }]));
  let stay = 0;
  for (const [thing_id, off] of kept)
    for (const { id, rev, position } of off) {
      const row = after.get(id);
      const isSame =
        row && (rev === undefined ? row.state === "accepted" || row.state === "cancelled" : row.rev === rev);
      if (!isSame) {
        stay += 1;
        continue;
      }
      const others = row.participants.filter((one) => one.thing_id !== thing_id);
      row.participants = others.toSpliced(Math.min(position, others.length), 0, { thing_id, is_gone: false });
      row.isTouched = true;
      row.isOn ||= rev !== undefined || row.state === "accepted";
    }
  const touched = [...after.values()].filter(({ isTouched }) => isTouched);
  await bookings.releaseMany(
    db,
    touched.map(({ id }) => id),
  );
  await repository.replaceParticipants(db, eventId, touched);
  const on = touched.flatMap(({ isTouched: _, isOn, ...row }) =>
    isOn ? [{ ...row, state: "accepted" as const, rev: row.rev + 1 }] : [],
  );
  await repository.saveStates(db, on);
  const anew = await rebookMany(db, eventId, on);
  await tellReturn({ db, eventId, offered, audit }, on, anew, new Set(kept.keys()));
  return [
    ...(stay > 0 ? [{ label: "networking:stay", count: stay }] : []),
    ...(anew.size > 0 ? [{ label: "networking:back", count: anew.size }] : []),
  ];
}
