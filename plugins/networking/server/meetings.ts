// Meetings as replies show them, what stands in their way, and how one becomes what somebody wants of it.
import { type Context, type Db, fieldProblem, listTypesOf, type Offers, problem, toldOf } from "#server";
import { type ThingName, thingsKey } from "../../event-data/offers.ts";
import { type Clashes, LONGEST, type Meeting, type MeetingChange, type Participant } from "../contract.ts";
import { awayIn, awayOf, openTimes } from "./away.ts";
import * as bookings from "./bookings.ts";
import { PARTICIPANT, PLACE } from "./bookings.ts";
import { mustBePermitted } from "./permission.ts";
import type { MeetingRow } from "./repository.ts";
import * as repository from "./repository.ts";
import { AHEAD, freeTimes, instantAt, isOn, isPast, mustFollow, type Span, spanOf } from "./rules.ts";

export type Asked = Pick<Context, "db" | "dialect" | "app" | "event" | "now" | "deps">;

export function thingsOf(offered: Offers) {
  const [things] = offered(thingsKey);
  if (!things) throw new Error("The area event-data, which meetings require, offers no profiles.");
  return things;
}

export function shown({ id, name, company_name, type_id }: ThingName): Participant {
  return { id, name, company_name, type_id };
}

/** Rows with the names of people and places. */
export async function withNames(db: Db, eventId: number, rows: readonly MeetingRow[], offered: Offers) {
  const there = rows.flatMap(({ participants }) => participants.filter((one) => !one.is_gone));
  const named = await thingsOf(offered).named(
    db,
    eventId,
    there.map(({ thing_id }) => thing_id),
  );
  const byId = new Map(named.map((thing) => [thing.id, shown(thing)]));
  const places = new Map((await repository.listLocations(db, eventId)).map(({ id, name }) => [id, { id, name }]));
  return rows.map(({ start_at, end_at, location_id, participants, left_state: _, source, ...row }): Meeting => {
    const here = participants.flatMap(({ thing_id, is_gone }) => (is_gone ? [] : (byId.get(thing_id) ?? [])));
    return {
      ...row,
      start: start_at,
      end: end_at,
      source: source as Meeting["source"],
      location: places.get(location_id ?? 0) ?? null,
      participants: here,
      gone: participants.length - here.length,
    };
  });
}

export async function oneWithNames({ db, event, deps }: Asked, id: number): Promise<Meeting> {
  const row = await repository.findMeeting(db, event.id, id);
  const [meeting] = row ? await withNames(db, event.id, [row], deps.offered) : [];
  if (!meeting)
    throw problem("not_found", { message: "This meeting is not there any more", text: "networking:gone.meeting" });
  return meeting;
}

/** What stands in the way of a meeting of these people, and when nothing does. */
export async function clashesOf(
  asked: Asked,
  wanted: { participants: readonly number[]; location_id: number | null; span: Span; except?: number | undefined },
): Promise<Clashes> {
  const { db, event, now, deps } = asked;
  const { participants, location_id, span, except } = wanted;
  const places = location_id === null ? [] : [location_id];
  const from = Math.max(span.from, Math.floor(now.getTime() / 60_000));
  const range = { from: Math.min(span.from, from), to: from + AHEAD + LONGEST };
  const busy = [
    ...(await bookings.bookingsOf(db, PARTICIPANT, participants, range, except)),
    ...(await bookings.bookingsOf(db, PLACE, places, range, except)),
  ];
  const inTheWay = busy.filter((one) => one.from < span.to && one.to > span.from);
  const people = inTheWay.filter(({ kind }) => kind === PARTICIPANT).map(({ subject_id }) => subject_id);
  const times = await openTimes(asked, participants);
  const named = await thingsOf(deps.offered).named(db, event.id, [...people, ...awayIn(times, span)]);
  const away = awayOf(times, span, event.timezone, named);
  const locations = inTheWay.length > people.length ? await repository.listLocations(db, event.id) : [];
  const nameOf = (rows: readonly { id: number; name: string }[], id: number) =>
    rows.find((row) => row.id === id)?.name ?? String(id);
  return {
    taken: inTheWay.map(({ kind, subject_id: id, meeting_id, from: begin, to }) => ({
      what: kind === PARTICIPANT ? ("participant" as const) : ("location" as const),
      id,
      name: nameOf(kind === PARTICIPANT ? named : locations, id),
      ...{ meeting_id, start: instantAt(begin), end: instantAt(to) },
    })),
    free: inTheWay.length + away.length > 0 ? freeTimes(span, busy, event.timezone, now, [...times.values()]) : [],
    locations: await bookings.placesTaken(db, event.id, span, LONGEST, except),
    away,
    refused: [],
  };
}

/** Refuses whoever is not a participant of the event. */
export async function mustBeParticipants({ db, event, deps }: Asked, ids: readonly number[]): Promise<ThingName[]> {
  const named = await thingsOf(deps.offered).named(db, event.id, ids);
  if (named.length < ids.length) {
    throw problem("not_found", {
      message: "One of the profiles is not in the event, or has been removed",
      text: "networking:gone.profile",
    });
  }
  const people = new Set((await listTypesOf(db, event.id)).flatMap((type) => (type.categoryId === 1 ? type.id : [])));
  if (named.some(({ type_id }) => !people.has(type_id))) throw problem("networking.not_participant");
  return ids.flatMap((id) => named.find((thing) => thing.id === id) ?? []);
}

export async function mustBeOpen({ db, event }: Asked, locationId: number | null): Promise<void> {
  if (locationId === null) return;
  const place = (await repository.listLocations(db, event.id)).find(({ id }) => id === locationId);
  if (!place?.open)
    throw fieldProblem("networking.closed", "location_id", "Choose another place", "networking:problem.closed");
}

/** Takes up the time of a meeting's people and its place; where that is taken, nothing of the request is written. */
export async function mustBook(
  asked: Asked,
  id: number,
  wanted: { participants: readonly number[]; location_id: number | null; span: Span },
): Promise<void> {
  const { db, event } = asked;
  const subjects = subjectsOf(wanted.participants, wanted.location_id);
  if (await bookings.book(db, event.id, id, subjects, wanted.span)) return;
  throw problem("networking.taken", { current: await clashesOf(asked, { ...wanted, except: id }) });
}

/** Refuses a meeting at a time at which somebody is not available; nothing of the request is written then. */
export async function mustBeAvailable(
  asked: Asked,
  id: number,
  wanted: { participants: readonly number[]; location_id: number | null; span: Span },
): Promise<void> {
  const away = awayIn(await openTimes(asked, wanted.participants), wanted.span);
  if (away.length === 0) return;
  throw problem("networking.away", { current: await clashesOf(asked, { ...wanted, except: id }) });
}

export function subjectsOf(participants: readonly number[], locationId: number | null): bookings.Subject[] {
  const people = participants.map((id) => ({ kind: PARTICIPANT, id }));
  return locationId === null ? people : [...people, { kind: PLACE, id: locationId }];
}

/** Changes a meeting by the rules of any save. */
export async function changeMeeting(
  asked: Asked,
  before: MeetingRow,
  { rev, anyway = false, ...change }: MeetingChange,
): Promise<Meeting> {
  const { db, event, now } = asked;
  const { id, participants } = before;
  const isSame = rev === before.rev;
  if (!isSame) throw problem("stale", { current: await oneWithNames(asked, id) });
  const { start, end, location_id, message, state, reason } = {
    ...{ start: before.start_at, end: before.end_at, location_id: before.location_id },
    ...{ message: before.message, state: before.state, reason: before.reason },
    ...change,
  };
  mustFollow(before.state, state);
  const span = spanOf({ start, end });
  const isMoved = instantAt(span.from) !== before.start_at || instantAt(span.to) !== before.end_at;
  const isOpen = isOn(state);
  const isElsewhere = isMoved || location_id !== before.location_id;
  // It would tell those who meet of a time at which nothing takes place.
  if (isElsewhere && !isOpen && !isOn(before.state)) throw problem("networking.off");
  const there = participants.flatMap(({ thing_id, is_gone }) => (is_gone ? [] : thing_id));
  if (isOpen && (isMoved || state !== before.state)) {
    if (isPast(start, now))
      throw fieldProblem("networking.past", "start", "Choose a time to come", "networking:problem.past");
    // Who is gone holds up nobody of those who remain, as long as two do.
    if (there.length < 2) throw problem("networking.left");
    // What was settled stays so when it is moved or given back; it is anew that the rules are asked.
    const isAnew = state !== before.state && (state === "accepted" || before.state !== "accepted");
    if (isAnew) await mustBePermitted(asked, there, state);
  }
  if (location_id !== before.location_id) await mustBeOpen(asked, location_id);
  const values = {
    ...{ start_at: instantAt(span.from), end_at: instantAt(span.to), location_id, message: message.trim(), state },
    reason: isOpen ? "" : reason.trim(),
    left_state: null,
    updated_at: now.toISOString(),
  };
  if (!(await repository.saveMeeting(db, event.id, before, values))) {
    throw problem("stale", { current: await oneWithNames(asked, id) });
  }
  await bookings.release(db, id);
  if (state === "accepted") {
    const wanted = { participants: there, location_id, span };
    await mustBook(asked, id, wanted);
    // What was settled before somebody said otherwise stays so until it is another time.
    if ((isMoved || state !== before.state) && !anyway) await mustBeAvailable(asked, id, wanted);
  }
  return oneWithNames(asked, id);
}

/** What the history says of a meeting. */
export function facts({ start, end, state, message, reason, location, participants }: Meeting) {
  const names = participants.map(toldOf).join(", ");
  return { start, end, location: location && toldOf(location), state, message, reason, participants: names };
}
