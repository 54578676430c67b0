// The members of a group from a list: a CSV file or lines, read as the import of profiles reads them.
import { type AuditEntry, type Db, type JobContext, type JobHandler, pause, problem } from "#server";
import { listReaderKey, type ThingName } from "../../event-data/offers.ts";
import type { MembersImport } from "../contract.ts";
import { groupSets, thingsOf } from "./members.ts";
import { findGroup, listMemberIds } from "./repository.ts";
import { OBJECT } from "./rules.ts";
import { addedBy, countRemovedBy, keepRun } from "./runs.ts";
import { tellMembers } from "./told.ts";

/** Kind of the jobs that put the profiles of a list into a group. */
export const IMPORT_JOB = "custom-groups.import";

const BLOCK = 1000;
const TOLD = 500;
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
  cells: readonly string[];
}

export const importGroupMembers: JobHandler = async (context): Promise<MembersImport> => {
  const { payload, eventId = 0, kept, read, dialect, inTransaction, now, progress, audit, offered, signal } = context;
  const {
    groupId,
    mode,
    others,
    locale = "en-gb",
  } = payload as {
    groupId: number;
    mode: string;
    others: string;
    locale?: string;
  };
  const group = await findGroup(read, eventId, groupId);
  if (!group) throw gone();
  const things = thingsOf(offered);
  const object = { type: OBJECT, id: group.id, label: group.name };
  const around = (db: Db) => ({ db, eventId, offered, audit: (entry: AuditEntry) => audit(db, entry) });
  const result: MembersImport = { added: 0, already: 0, removed: 0, unclear: 0, errors: [], more: 0, until: null };
  // Cut off, it begins anew: whom it had put in is there already, and it did that.
  result.until = (kept?.result as MembersImport | undefined)?.until ?? null;
  const left: Left[] = [];
  const wrong: Wrong = ({ line, cells }, reason, word = "", found = 0) => {
    const error = { line, reason, word: word.slice(0, WORD), found };
    if (result.errors.length < TOLD) result.errors.push(error);
    else result.more += 1;
    left.push({ ...error, cells });
  };
  const { entries, heading } = await entriesOf(context, wrong);
  const keep = () => ({ at: 0, result });
  const finder = await finderOf(context);
  const named = new Map<number, ThingName>();
  /** Whom a line may mean that fits several: nobody can say of them that the list does not name them. */
  const possible = new Set<number>();
  const giveWay = pause();
  for (let at = 0; at < entries.length; at += BLOCK) {
    signal.throwIfAborted();
    const block = entries.slice(at, at + BLOCK);
    const found = await finder(read, block);
    for (const [place, entry] of block.entries()) {
      const { word } = entry;
      const [one, ...more] = found[place] ?? [];
      if (one && more.length === 0) {
        named.set(one.id, one);
        continue;
      }
      for (const { id } of found[place] ?? []) possible.add(id);
      wrong(entry, one ? "several" : "nobody", word, more.length + (one ? 1 : 0));
    }
    progress((0.5 * (at + block.length)) / entries.length);
    await giveWay();
  }
  // Lines that cannot be read were told first.
  result.errors.sort((one, other) => one.line - other.line);
  await writeLeft(context, left, heading, locale);
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
    await inTransaction(
      async (db) => {
        // Somebody may have left since, or be leaving, and is not put in.
        await things.noteChange(db, eventId);
        const present = (await things.named(db, eventId, block)).map(({ id }) => id);
        const added = await groupSets.add(db, eventId, groupId, present, now().toISOString());
        const before = kept ? await addedBy(db, dialect, context.id, present) : 0;
        result.added += before + added.length;
        result.already += present.length - before - added.length;
        if (added.length === 0) return;
        result.until = await keepRun(db, { jobId: context.id, eventId, groupId, added }, now());
        const names = await tellMembers(around(db), group, added, true);
        await audit(db, { action: "add_members", object, after: { added: added.length, names } });
      },
      { keep },
    );
    progress(0.5 + (0.4 * (at + block.length)) / ids.length);
    await giveWay();
  }
  if (others === "keep") return result;
  if (kept) result.removed = await countRemovedBy(read, context.id);
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const some = await listMemberIds(read, groupId, after, BLOCK);
    const last = some.at(-1);
    if (last === undefined) return result;
    after = last;
    const unnamed = some.filter((id) => !named.has(id));
    const leaving = unnamed.filter((id) => !possible.has(id));
    result.unclear += unnamed.length - leaving.length;
    await giveWay();
    if (mode === "dry-run" || leaving.length === 0) {
      result.removed += leaving.length;
      continue;
    }
    await inTransaction(
      async (db) => {
        const removed = await groupSets.remove(db, eventId, groupId, leaving);
        result.removed += removed.length;
        result.until = await keepRun(db, { jobId: context.id, eventId, groupId, removed }, now());
        await things.noteChange(db, eventId);
        const names = await tellMembers(around(db), group, removed, false);
        await audit(db, { action: "remove_members", object, before: { removed: removed.length, names } });
      },
      { keep },
    );
  }
};

type Reason = MembersImport["errors"][number]["reason"];
type Line = Pick<Entry, "line" | "cells">;
type Wrong = (of: Line, reason: Reason, word?: string, found?: number) => void;
type Left = MembersImport["errors"][number] & { cells: readonly string[] };

/** The lines that are left out as a list of the same form, to be mended and sent again. */
async function writeLeft(
  { speak, saveFile, offered }: JobContext,
  left: readonly Left[],
  heading: readonly string[],
  locale: string,
): Promise<void> {
  const [lists] = offered(listReaderKey);
  if (left.length === 0 || !lists) return;
  const inOrder = [...left].sort((one, other) => one.line - other.line);
  // Without headings, who is meant is the first thing in a line; what follows it is not read.
  const head = heading.length > 0 ? [lists.line([...heading, speak(locale, "custom-groups:left.why")])] : [];
  const lines = inOrder.map(({ cells, ...error }) =>
    lists.line([...cells, speak(locale, `custom-groups:import.reason.${error.reason}`, error)]),
  );
  const bytes = Buffer.from(`\ufeff${[...head, ...lines].join("")}`);
  await saveFile({ name: "lines-with-problems.csv", mediaType: "text/csv; charset=utf-8", bytes });
}

/** What the lines of a list name. With headings, each line by the surest of its columns that is filled in. */
async function entriesOf(
  { input, speak, offered }: JobContext,
  wrong: Wrong,
): Promise<{ entries: Entry[]; heading: readonly string[] }> {
  const [lists] = offered(listReaderKey);
  if (!lists) throw new Error("The area event-data, which custom groups require, offers no reader of lists.");
  const entries: Entry[] = [];
  let columns: { at: number; by: Who }[] | undefined;
  let heading: readonly string[] = [];
  const giveWay = pause();
  for await (const { line, cells, isBroken } of lists.read(() => input(), speak)) {
    await giveWay();
    if (isBroken) {
      wrong({ line, cells }, "broken", cells.join(", "));
      continue;
    }
    const words = cells.map((cell) => cell.trim());
    if (columns === undefined) {
      columns = words.flatMap((word, at) => {
        const by = WHO.find((one) => one === lists.fieldOf(word));
        return by ? [{ at, by }] : [];
      });
      columns.sort((one, other) => WHO.indexOf(one.by) - WHO.indexOf(other.by));
      if (columns.length > 0) {
        heading = cells;
        continue;
      }
    }
    if (columns.length > 0) {
      const column = columns.find(({ at }) => words[at]);
      if (column) entries.push({ line, word: words[column.at] ?? "", by: column.by, cells });
      else wrong({ line, cells }, "blank", words.filter(Boolean).join(", "));
      continue;
    }
    // Addresses that somebody has copied from a mail stand in one line; else the first cell says who it is.
    const addresses = words.filter((word) => word.includes("@"));
    const meant = addresses.length > 0 ? addresses : words.filter(Boolean).slice(0, 1);
    entries.push(...meant.map((word) => ({ line, word: bare(word), cells: meant.length > 1 ? [word] : cells })));
  }
  return { entries, heading };
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
