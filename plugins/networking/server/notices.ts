// Letters to those whose meeting somebody has left: written once that can no longer be undone, by what has become of the meeting
// until then. Whoever was told and is met after all is told that too.
import { languageOf } from "#schemas/letterLocale.ts";
import { appAndZoneOf, type Db, listEventNamesOf, localeOf, sql, type TidyContext } from "#server";
import type { Parting } from "../../event-data/offers.ts";
import { thingsOf } from "./meetings.ts";
import { getMeetings, listLocations, type MeetingRow } from "./repository.ts";
import type { NetworkingTables } from "./tables.ts";
import { whenText } from "./whenText.ts";

const HOUR_MS = 3_600_000;
const KEPT_MS = 24 * HOUR_MS;
const AT_ONCE = 5000;
const ROWS_AT_ONCE = 1000;
/** Meetings a round; what is due beyond them waits for the next one. */
const ROUND = 500;
/** Letters that cannot be written are tried again after ten minutes, then after twice as long each time, and given up after five hours. */
const PUT_OFF_MS = 600_000;
const MOST_FAILURES = 6;

const tables = (db: Db) => db.withTables<NetworkingTables>();

/** Notes of accepted meetings to come that some of their participants leave them. */
export async function noteParting(
  db: Db,
  eventId: number,
  rows: readonly MeetingRow[],
  ids: readonly number[],
  { now, named, tellAt }: Parting,
): Promise<void> {
  if (!tellAt) return;
  const tell_at = tellAt.toISOString();
  const leaving = new Set(ids);
  const notices = rows
    .filter(({ state, end_at }) => state === "accepted" && end_at > now.toISOString())
    .flatMap(({ id: meeting_id, participants }) =>
      participants
        .filter(({ thing_id }) => leaving.has(thing_id))
        .map(({ thing_id }) => {
          return { meeting_id, thing_id, event_id: eventId, name: named.get(thing_id) ?? "", tell_at, told_at: null };
        }),
    );
  for (let at = 0; at < notices.length; at += ROWS_AT_ONCE)
    await tables(db)
      .insertInto("networking_notice")
      .values(notices.slice(at, at + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(["meeting_id", "thing_id"]).doUpdateSet(({ ref }) => ({
          ...{ event_id: eventId, tell_at, told_at: null, failures: 0 },
          name: ref("excluded.name"),
        })),
      )
      .execute();
}

/** Nobody is told any more that these have left; where somebody has been, they are told otherwise. */
export async function noteReturn(db: Db, eventId: number, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    await tables(db)
      .deleteFrom("networking_notice")
      .where("event_id", "=", eventId)
      .where("thing_id", "in", some)
      .where("told_at", "is", null)
      .execute();
    await tables(db)
      .updateTable("networking_notice")
      .set((is) => ({ tell_at: is.ref("told_at") }))
      .where("event_id", "=", eventId)
      .where("thing_id", "in", some)
      .execute();
  }
}

/** Letters that are still to be written name these no more. */
export async function forgetNotices(db: Db, eventId: number, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE)
    await tables(db)
      .updateTable("networking_notice")
      .set({ name: "" })
      .where("event_id", "=", eventId)
      .where("thing_id", "in", ids.slice(at, at + AT_ONCE))
      .execute();
}

type Mail = Parameters<Parameters<TidyContext["inTransaction"]>[0]>[1];
type Teller = Pick<TidyContext, "now" | "speak" | "offered">;

/** Writes the letters that are due. Of several processes one writes each; one that cannot be written holds up no other. */
export async function tellNotices(context: TidyContext): Promise<void> {
  const { db, now, inTransaction, report } = context;
  const due = await tables(db)
    .selectFrom("networking_notice")
    .select(["event_id", "meeting_id"])
    .distinct()
    .where("tell_at", "<=", now.toISOString())
    .limit(ROUND)
    .execute();
  for (const { event_id, meeting_id } of due) {
    try {
      await inTransaction((open, mail) => tellOf(context, open, mail, event_id, meeting_id));
    } catch (error) {
      const isLast = await putOff(db, meeting_id, now);
      report(error, `Letters about meeting ${meeting_id} could not be written${isLast ? " and are given up" : ""}`);
    }
  }
  const old = new Date(now.getTime() - KEPT_MS).toISOString();
  await tables(db).deleteFrom("networking_notice").where("tell_at", "is", null).where("told_at", "<", old).execute();
}

/** Answers whether it was the last time: then nobody is told. */
async function putOff(db: Db, meetingId: number, now: Date): Promise<boolean> {
  const at = now.toISOString();
  const due = sql<boolean>`meeting_id = ${meetingId} and tell_at <= ${at}`;
  const failed = await tables(db)
    .updateTable("networking_notice")
    .set((is) => ({ failures: is("failures", "+", 1) }))
    .where(due)
    .returning("failures")
    .execute();
  const times = Math.max(...failed.map(({ failures }) => failures), 0);
  if (times >= MOST_FAILURES) await tables(db).deleteFrom("networking_notice").where(due).execute();
  else {
    const tell_at = new Date(now.getTime() + PUT_OFF_MS * 2 ** Math.max(0, times - 1)).toISOString();
    await tables(db).updateTable("networking_notice").set({ tell_at }).where(due).execute();
  }
  return times >= MOST_FAILURES;
}

async function tellOf(teller: Teller, db: Db, mail: Mail, eventId: number, meetingId: number): Promise<void> {
  const at = teller.now.toISOString();
  const dueOf = sql<boolean>`meeting_id = ${meetingId} and tell_at <= ${at}`;
  const back = await tables(db)
    .deleteFrom("networking_notice")
    .where(dueOf)
    .where("told_at", "is not", null)
    .returning("thing_id")
    .execute();
  const gone = await tables(db)
    .updateTable("networking_notice")
    .set({ tell_at: null, told_at: at })
    .where(dueOf)
    .returning(["thing_id", "name"])
    .execute();
  // Once they have been told, nothing needs the name of who left any more.
  await tables(db)
    .updateTable("networking_notice")
    .set({ name: "" })
    .where("meeting_id", "=", meetingId)
    .where("told_at", "=", at)
    .execute();
  const [meeting] = await getMeetings(db, eventId, [meetingId]);
  if (!meeting || meeting.end_at <= at) return;
  const there = meeting.participants.flatMap(({ thing_id, is_gone }) => (is_gone ? [] : thing_id));
  const isOn = meeting.state === "accepted";
  const away = gone.filter(({ thing_id }) => meeting.state === "cancelled" || (isOn && !there.includes(thing_id)));
  const about = { db, mail, eventId, meeting };
  if (away.length > 0) await write(teller, { ...about, kind: isOn ? "without" : "off", to: there, who: away });
  const met = isOn ? back.filter(({ thing_id }) => there.includes(thing_id)) : [];
  if (met.length > 0) {
    const named = await thingsOf(teller.offered).named(
      db,
      eventId,
      met.map(({ thing_id }) => thing_id),
    );
    await write(teller, {
      ...about,
      kind: "back",
      to: there,
      who: named.map(({ id, name }) => ({ thing_id: id, name })),
    });
  }
}

interface Letter {
  db: Db;
  mail: Mail;
  eventId: number;
  meeting: MeetingRow;
  /** It is cancelled, goes on without them, or takes place with them after all. */
  kind: "off" | "without" | "back";
  to: readonly number[];
  who: readonly { thing_id: number; name: string }[];
}

async function write({ speak, offered }: Teller, { db, mail, eventId, meeting, kind, to, who }: Letter): Promise<void> {
  const { appId, zone } = await appAndZoneOf(db, eventId);
  const event = (await listEventNamesOf(db, appId)).get(eventId)?.name ?? "";
  const usual = await localeOf(db, appId);
  const place = (await listLocations(db, eventId)).find(({ id }) => id === meeting.location_id)?.name ?? "";
  const people = await thingsOf(offered).many(db, eventId, to);
  const readers = people.filter(({ id }) => !who.some(({ thing_id }) => thing_id === id));
  for (const person of readers) {
    if (person.email === "" || person.status === "blocked") continue;
    const locale = languageOf(person.fields, usual);
    const listed = (names: readonly string[]) =>
      new Intl.ListFormat(locale).format(names.filter((name) => name !== ""));
    const rest = readers.filter(({ id }) => id !== person.id).map(({ name }) => name);
    const facts = {
      ...{ event, person: person.name, names: listed(who.map(({ name }) => name)), rest: listed(rest) },
      ...{ time: whenText(meeting, zone, locale), place },
    };
    const say = (key: string) => speak(locale, `networking:mail.${kind}.${key}`, facts);
    const where = place ? `${speak(locale, "networking:mail.place", facts)}\n` : "";
    const text = `${say("text")}\n\n${facts.time}\n${where}\n${speak(locale, "networking:mail.foot", facts)}\n`;
    await mail({ appId, to: person.email, subject: say("subject"), text, kind: "meeting", expiresAt: meeting.end_at });
  }
}
