// How meetings go along when their participants are merged or leave the event, and back again.
import type { Db } from "#server";
import type { Loss } from "../../event-data/contract.ts";
import type { ThingFollower } from "../../event-data/offers.ts";
import type { State } from "../contract.ts";
import { ahead } from "./ahead.ts";
import * as bookings from "./bookings.ts";
import { type Carried, carryNotices, carryNoticesBack } from "./carried.ts";
import { meetingsOf, peopleOf, rebook, rebookMany } from "./hold.ts";
import { thingsOf } from "./meetings.ts";
import { afterMerges, type MergePlan, planMerge, rowsOf } from "./mergePlan.ts";
import { forgetNotices, noteParting, noteReturn } from "./notices.ts";
import type { MeetingRow } from "./repository.ts";
import * as repository from "./repository.ts";
import { isOn } from "./rules.ts";
import { tellParting, tellReturn } from "./told.ts";

interface Moved {
  /** The meetings that the merge touched, as they were. */
  before: MeetingRow[];
  /** What they were after it; one that it took away is missing. */
  after: { id: number; rev: number; state: State }[];
  /** Letters that wait; merges of before kept none. */
  letters?: Carried;
}

const idsOf = (rows: readonly MeetingRow[]) => rows.map(({ id }) => id);
const isHeld = ({ state }: MeetingRow) => state === "accepted";

export const meetingFollower: ThingFollower = {
  label: "networking:profile.title",
  count: async (db, eventId, thingId) => (await repository.meetingIdsOf(db, eventId, [thingId])).length,

  move: async (db, eventId, from, to, offered) => {
    const plan = planMerge(await meetingsOf(db, eventId, [from, to]), from, to);
    const letters = await carryNotices({ db, eventId, offered }, { from, to }, plan.gone);
    for (const { row } of plan.gone) await repository.removeMeeting(db, row.id);
    // All give up their time before one takes it anew.
    for (const { row } of plan.changed) await bookings.release(db, row.id);
    const after: Moved["after"] = [];
    let taken = 0;
    for (const { row, participants, state } of plan.changed) {
      const rev = row.rev + 1;
      await repository.saveMeeting(db, eventId, row, { state });
      await repository.replaceParticipants(db, eventId, [{ id: row.id, participants }]);
      const isBooked = state !== "accepted" || (await rebook(db, eventId, { ...row, rev, participants }));
      if (!isBooked) taken += 1;
      after.push({ id: row.id, ...(isBooked ? { rev, state } : { rev: rev + 1, state: "requested" }) });
    }
    const before = [...plan.gone, ...plan.changed].map(({ row }) => row);
    const kept: Moved = { before, after, letters };
    const left = notesOf({ ...plan, overlap: plan.overlap + taken });
    return { count: plan.changed.length - plan.between, left, kept };
  },

  moveBack: async (db, eventId, from, to, kept, offered) => {
    const { before, after, letters } = kept as Moved;
    const ids = after.map(({ id }) => id);
    await repository.holdMeetings(db, ids);
    const now = await repository.getMeetings(db, eventId, ids);
    const untouched = new Set(
      after.filter(({ id, rev }) => now.some((row) => row.id === id && row.rev === rev)).map(({ id }) => id),
    );
    const whole = before.flatMap((row) => (untouched.has(row.id) ? asGoneNow(row, now, from) : []));
    const away = before.filter((row) => !after.some(({ id }) => id === row.id));
    const apart = await withEverybody(thingsOf(offered), { db, eventId }, away, [from, to]);
    const touched = now.flatMap((row) => {
      const was = before.find(({ id }) => id === row.id);
      const left = after.find(({ id }) => id === row.id);
      const isTouched = !untouched.has(row.id) && was?.participants.some(({ thing_id }) => thing_id === from);
      return was && left && isTouched ? [{ row, was, left: left.state }] : [];
    });
    await bookings.releaseMany(db, idsOf([...whole, ...touched.map(({ row }) => row)]));
    let taken = 0;
    for (const one of touched) if (!(await giveBack(db, eventId, one, from, to))) taken += 1;
    const back: MeetingRow[] = [];
    for (const was of whole) {
      const { id, rev: _, participants: __, ...values } = was;
      const { rev } = after.find((one) => one.id === id) as Moved["after"][number];
      // The row stays, and so do the letters about it.
      await repository.saveMeeting(db, eventId, { id, rev }, values);
      back.push({ ...was, rev: rev + 1 });
    }
    await repository.replaceParticipants(db, eventId, back);
    for (const { participants, ...row } of apart) {
      const rev = row.rev + 2;
      await repository.addMeeting(db, eventId, { ...row, rev }, participants);
      back.push({ ...row, rev, participants });
    }
    for (const row of back) if (isHeld(row) && !(await rebook(db, eventId, row))) taken += 1;
    if (letters) await carryNoticesBack({ db, eventId, offered }, { from, to }, letters);
    // One that somebody has removed since is not there to be given back.
    const lost = away.length - apart.length + after.filter(({ id }) => !now.some((row) => row.id === id)).length;
    return [...asked(taken), ...(lost > 0 ? [{ label: "networking:notBack", count: lost }] : [])];
  },

  drop: async (db, eventId, ids, parting) => {
    const parts = ids.map((id) => [id, id] as const);
    // They had left before, and nobody got back a meeting with them.
    if (!parting) return parts;
    const rows = await meetingsOf(db, eventId, ids);
    await noteParting(db, eventId, rows, ids, parting);
    await repository.markGone(db, eventId, ids, true);
    const gone = new Set(ids);
    const now = parting.now.toISOString();
    const after = rows
      // One that took place has taken place.
      .filter((row) => row.end_at > now && isOn(row.state))
      .map((before) => {
        const participants = before.participants.filter(({ thing_id }) => !gone.has(thing_id));
        // Two of three can still meet.
        const state = peopleOf({ ...before, participants }).length < 2 ? "cancelled" : before.state;
        const left_state = before.left_state ?? before.state;
        return { ...before, rev: before.rev + 1, participants, state, left_state };
      });
    await bookings.releaseMany(db, idsOf(after));
    await repository.saveStates(db, after);
    await rebookMany(db, eventId, after.filter(isHeld));
    await tellParting({ ...parting, db, eventId }, rows, after, gone, parting.named);
    return parts;
  },

  putBack: async (db, eventId, kept, { offered, now, audit }) => {
    const ids = kept as number[];
    await repository.markGone(db, eventId, ids, false);
    await noteReturn(db, eventId, ids);
    const rows = await meetingsOf(db, eventId, ids);
    const whole = new Map(
      rows
        .filter((row) => row.left_state !== null && !row.participants.some(({ is_gone }) => is_gone))
        .map((row) => [row.id, { ...row, rev: row.rev + 1, state: row.left_state as State, left_state: null }]),
    );
    await repository.saveStates(db, [...whole.values()]);
    const held = rows.map((row) => whole.get(row.id) ?? row).filter(isHeld);
    await bookings.releaseMany(db, idsOf(held));
    const anew = await rebookMany(db, eventId, held);
    const told = rows
      .filter(({ id, end_at }) => whole.has(id) || end_at > now.toISOString())
      .flatMap((row) => whole.get(row.id) ?? row);
    await tellReturn(
      { db, eventId, offered, audit },
      told.filter(({ state }) => isOn(state)),
      anew,
      new Set(ids),
    );
    return asked(anew.size);
  },

  used: repository.whoMeet,

  forget: (db, _, eventId, gone) =>
    forgetNotices(
      db,
      eventId,
      gone.map(({ id }) => id),
    ),

  leaving: ahead,

  merging: async (db, eventId, from, to, _, earlier = []) => {
    const ids = await repository.meetingIdsOf(db, eventId, [from, to, ...earlier]);
    const rows = afterMerges(await repository.getMeetings(db, eventId, ids), earlier, to);
    return notesOf(planMerge(rowsOf(rows, [from, to]), from, to));
  },
};

/**
 * What was changed since a merge stays as it was left, with the one who was meant; so does its state, unless nobody but the merge
 * has changed that. Answers whether it has its time.
 */
async function giveBack(
  db: Db,
  eventId: number,
  { row, was, left }: { row: MeetingRow; was: MeetingRow; left: State },
  from: number,
  to: number,
): Promise<boolean> {
  const place = was.participants.findIndex(({ thing_id }) => thing_id === from);
  const isOfBoth = was.participants.some(({ thing_id }) => thing_id === to);
  const participants = isOfBoth
    ? row.participants.toSpliced(place, 0, { thing_id: from, is_gone: false })
    : row.participants.map((one) => (one.thing_id === to ? { ...one, thing_id: from } : one));
  const isAsLeft = row.state === left && WHEN.every((key) => row[key] === was[key]);
  const state = isAsLeft ? was.state : row.state;
  await repository.saveMeeting(db, eventId, row, state === row.state ? {} : { state });
  await repository.replaceParticipants(db, eventId, [{ id: row.id, participants }]);
  return state !== "accepted" || rebook(db, eventId, { ...row, rev: row.rev + 1, state, participants });
}

/** As it was, but whoever has left the event since is gone. */
function asGoneNow(was: MeetingRow, now: readonly MeetingRow[], from: number): MeetingRow {
  const people = now.find(({ id }) => id === was.id)?.participants ?? [];
  const participants = was.participants.map((one) => {
    const known = one.thing_id === from ? undefined : people.find(({ thing_id }) => thing_id === one.thing_id);
    return known ?? one;
  });
  return { ...was, participants };
}

/** Meetings that became one with another, without those whose others are in the event no more. */
async function withEverybody(
  things: ReturnType<typeof thingsOf>,
  { db, eventId }: { db: Db; eventId: number },
  rows: readonly MeetingRow[],
  two: readonly number[],
): Promise<MeetingRow[]> {
  const others = rows.flatMap(peopleOf).filter((id) => !two.includes(id));
  const there = new Set([...two, ...(await things.named(db, eventId, others)).map(({ id }) => id)]);
  return rows.filter((row) => peopleOf(row).every((id) => there.has(id)));
}

const WHEN = ["start_at", "end_at", "location_id", "left_state"] as const;

/** What does not simply move, in words. */
function notesOf(plan: Pick<MergePlan, "between" | "same" | "overlap">): Loss[] {
  return (["between", "same", "overlap"] as const)
    .map((kind) => ({ label: `networking:merging.${kind}`, count: plan[kind] }))
    .filter(({ count }) => count > 0);
}

/** Meetings that come back and whose time others have by now. */
function asked(count: number): Loss[] {
  return count > 0 ? [{ label: "networking:back", count }] : [];
}
