// The members of a group from a list: a CSV file or lines, read as the import of profiles reads them.
import { type Db, type JobContext, type JobHandler, pause, problem } from "#server";
import { listReaderKey, type ThingName } from "../../event-data/offers.ts";
import type { MembersImport } from "../contract.ts";
import { groupSets, thingsOf } from "./members.ts";
import { findGroup, listMemberIds } from "./repository.ts";
import { OBJECT } from "./rules.ts";

/** Kind of the jobs that put the profiles of a list into a group. */
export const IMPORT_JOB = "custom-groups.import";

const BLOCK = 1000;
const TOLD = 500;
/** Names that one line of history spells out. */
const NAMED = 20;
const WORD = 80;
const REGISTRATION = "fields.registration_id";
/** What says who somebody is, the surest first. */
const WHO = ["id", REGISTRATION, "email", "name"] as const;
type Who = (typeof WHO)[number];

interface Entry {
  line: number;
  word: string;
  /** What the column says that it is; without headings anything that names a profile. */
  by?: Who | undefined;
}

export const importGroupMembers: JobHandler = async (context): Promise<MembersImport> => {
  const { payload, eventId = 0, read, inTransaction, now, progress, audit, offered, signal } = context;
  const { groupId, mode, others } = payload as { groupId: number; mode: string; others: string };
  const group = await findGroup(read, eventId, groupId);
  if (!group) throw gone();
  const things = thingsOf(offered);
  const object = { type: OBJECT, id: group.id, label: group.name };
  const result: MembersImport = { added: 0, already: 0, removed: 0, errors: [], more: 0 };
  const wrong = (line: number, reason: MembersImport["errors"][number]["reason"], word = "", found = 0) => {
    if (result.errors.length < TOLD) result.errors.push({ line, reason, word: word.slice(0, WORD), found });
    else result.more += 1;
  };
  const entries = await entriesOf(context, wrong);
  const finder = await finderOf(context);
  const named = new Map<number, ThingName>();
  const giveWay = pause();
  for (let at = 0; at < entries.length; at += BLOCK) {
    signal.throwIfAborted();
    const block = entries.slice(at, at + BLOCK);
    const found = await finder(read, block);
    for (const [place, { line, word }] of block.entries()) {
      const [one, ...more] = found[place] ?? [];
      if (one && more.length === 0) named.set(one.id, one);
      else wrong(line, one ? "several" : "nobody", word, more.length + (one ? 1 : 0));
    }
    progress((0.5 * (at + block.length)) / entries.length);
    await giveWay();
  }
  // Lines that cannot be read were told first.
  result.errors.sort((one, other) => one.line - other.line);
  if (others === "remove" && mode === "apply" && named.size === 0) throw problem("custom-groups.names_nobody");

  const ids = [...named.keys()];
  for (let at = 0; at < ids.length; at += BLOCK) {
    signal.throwIfAborted();
    const block = ids.slice(at, at + BLOCK);
    if (mode === "dry-run") {
      const there = await groupSets.among(read, eventId, groupId, block);
      result.already += there.length;
      result.added += block.length - there.length;
      continue;
    }
    await inTransaction(async (db) => {
      // Somebody may have left since, and is not put in.
      const present = (await things.named(db, eventId, block)).map(({ id }) => id);
      const added = await groupSets.add(db, eventId, groupId, present, now().toISOString());
      result.added += added.length;
      result.already += present.length - added.length;
      if (added.length === 0) return;
      await things.noteChange(db, eventId);
      const names = added.slice(0, NAMED).map((id) => named.get(id)?.name ?? "");
      await audit(db, { action: "add_members", object, after: { added: added.length, names } });
    });
    progress(0.5 + (0.4 * (at + block.length)) / ids.length);
    await giveWay();
  }
  if (others === "keep") return result;
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const some = await listMemberIds(read, groupId, after, BLOCK);
    const last = some.at(-1);
    if (last === undefined) return result;
    after = last;
    const leaving = some.filter((id) => !named.has(id));
    await giveWay();
    if (mode === "dry-run" || leaving.length === 0) {
      result.removed += leaving.length;
      continue;
    }
    await inTransaction(async (db) => {
      const removed = await groupSets.remove(db, eventId, groupId, leaving);
      result.removed += removed.length;
      await things.noteChange(db, eventId);
      const names = (await things.named(db, eventId, removed.slice(0, NAMED))).map(({ name }) => name);
      await audit(db, { action: "remove_members", object, before: { removed: removed.length, names } });
    });
  }
};

/** What the lines of a list name. With headings, each line by the surest of its columns that is filled in. */
async function entriesOf(
  { input, speak, offered }: JobContext,
  wrong: (line: number, reason: "broken" | "blank", word?: string) => void,
): Promise<Entry[]> {
  const [lists] = offered(listReaderKey);
  if (!lists) throw new Error("The area event-data, which custom groups require, offers no reader of lists.");
  const entries: Entry[] = [];
  let columns: { at: number; by: Who }[] | undefined;
  const giveWay = pause();
  for await (const { line, cells, isBroken } of lists.read(() => input(), speak)) {
    await giveWay();
    if (isBroken) {
      wrong(line, "broken", cells.join(", "));
      continue;
    }
    const words = cells.map((cell) => cell.trim());
    if (columns === undefined) {
      columns = words.flatMap((word, at) => {
        const by = WHO.find((one) => one === lists.fieldOf(word));
        return by ? [{ at, by }] : [];
      });
      columns.sort((one, other) => WHO.indexOf(one.by) - WHO.indexOf(other.by));
      if (columns.length > 0) continue;
    }
    if (columns.length > 0) {
      const column = columns.find(({ at }) => words[at]);
      if (column) entries.push({ line, word: words[column.at] ?? "", by: column.by });
      else wrong(line, "blank", words.filter(Boolean).join(", "));
      continue;
    }
    // Addresses that somebody has copied from a mail stand in one line; else the first cell says who it is.
    const addresses = words.filter((word) => word.includes("@"));
    const meant = addresses.length > 0 ? addresses : words.filter(Boolean).slice(0, 1);
    entries.push(...meant.map((word) => ({ line, word: bare(word) })));
  }
  return entries;
}

/** The address of `Ada Byron <ada@example.com>`. */
function bare(word: string): string {
  return /<([^<>\s]+@[^<>\s]+)>$/.exec(word)?.[1] ?? word;
}

/** Finds the profiles that are meant; of a registration only for who may see its id. */
async function finderOf({ read, dialect, eventId = 0, appId, who, offered }: JobContext) {
  const things = thingsOf(offered);
  const hidden = await things.hidden(read, dialect, { id: eventId, app_id: appId }, who);
  const seesRegistrations = !hidden.includes(REGISTRATION.replace("fields.", ""));
  return async (db: Db, entries: readonly Entry[]): Promise<(readonly ThingName[])[]> => {
    const wordsOf = (chosen: readonly Entry[]) => [...new Set(chosen.map(({ word }) => word))];
    const meant = await things.meant(db, eventId, wordsOf(entries.filter(({ by }) => by !== REGISTRATION)));
    const open = entries.filter(({ by, word }) => by === REGISTRATION || (by === undefined && !word.includes("@")));
    const registered =
      seesRegistrations && open.length > 0
        ? await things.registered(db, dialect, eventId, wordsOf(open))
        : new Map<string, ThingName[]>();
    return entries.map(({ word, by }) => {
      const some = meant.get(word) ?? [];
      // A column of addresses or names holds no ids, and a column of ids nothing else.
      if (by === "email") return word.includes("@") ? some : [];
      if (by === "id") return some.filter(({ id }) => String(id) === word);
      if (by === "name") return some.filter(({ id }) => String(id) !== word);
      // A number may be the id of one profile and the registration of another: then nobody can say who is meant.
      const others = (registered.get(word) ?? []).filter((one) => !some.some(({ id }) => id === one.id));
      return by === REGISTRATION ? (registered.get(word) ?? []) : [...some, ...others];
    });
  };
}

function gone() {
  return problem("not_found", { message: "This group has been removed", text: "custom-groups:gone.removed" });
}
