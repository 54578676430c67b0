// Erases what the history says of objects that are gone: their names and values, never that, when and by whom they were changed.
import { type Kysely, type Selectable, sql } from "kysely";
import type { Dialect } from "../../db/dialect.ts";
import { isOneOf } from "../../db/rows.ts";
import type { AuditTable, CoreTables } from "../../db/tables.ts";
import type { Db } from "../../kernel/context.ts";
import { pause } from "../../kernel/pause.ts";
import { coreTables } from "../accounts/coreTables.ts";
import { toldOf } from "./audit.ts";
import { foldedOf } from "./folded.ts";

const AT_ONCE = 500;
/** Ids of lines that are looked through with one question. */
const SPAN = 1000;
/** The action of the line that tells which lines were erased: `lines` in its `after`. */
export const ERASE = "erase";

/** An object as its own lines name it. */
export interface Gone {
  type: string;
  id: string;
}

type OwnLine = Pick<Selectable<AuditTable>, "id" | "object_type" | "object_id" | "object_label" | "before" | "after">;

/** How lines of others name an object, as a text and within JSON. */
interface Told {
  key: string;
  text: string;
  inJson: string;
}

const keyOf = ({ type, id }: Gone) => `${type} ${id}`;
const BRACKETED = /\(([^()]*)\)/g;

/**
 * Objects of one app that are to be erased. Lines of others that name them are found in one pass through the app's history,
 * however many objects there are: by the id in brackets, then by the name before it.
 */
export class Erasure {
  /** By the ids of the objects. */
  private readonly named = new Map<string, Told[]>();
  /** Lines of others, by the objects that they name. */
  private readonly found = new Map<string, number[]>();
  /** E-mail addresses that lines of the objects tell, by the objects. */
  private readonly addresses = new Map<string, Set<string>>();
  /** The last line that was looked through. */
  private seen = 0;

  constructor(
    private readonly dialect: Dialect,
    private readonly appId: number,
  ) {}

  /** Learns by which names objects were told of, before a look through the history that is for all of them. */
  async learn(db: Db, objects: readonly Gone[]): Promise<void> {
    this.learnFrom(await this.ownLines(coreTables(db), objects));
  }

  /** Looks for lines that name what was learnt, through those that have come since it last did. */
  async lookThrough(db: Db, progress: (done: number) => void = () => {}): Promise<void> {
    const tables = coreTables(db);
    const giveWay = pause();
    const { last } = await tables
      .selectFrom("core_audit")
      .select(({ fn }) => fn.max("id").as("last"))
      .executeTakeFirstOrThrow();
    for (; this.seen < (last ?? 0); this.seen = Math.min(this.seen + SPAN, last)) {
      for (const line of await this.linesWithin(tables, this.seen, Math.min(this.seen + SPAN, last))) {
        this.noteNamed(line.id, line.object_label, "text");
        this.noteNamed(line.id, line.before ?? "", "inJson");
        this.noteNamed(line.id, line.after ?? "", "inJson");
        await giveWay();
      }
      progress(this.seen / last);
    }
  }

  /**
   * Erases label and values of every line of these objects, and of the lines of others that name them as `Name (id)`. Answers
   * the ids of the lines, which the caller writes down as `ERASE` in this transaction: a line that was erased without a word
   * counts as changed.
   */
  async erase(db: Db, objects: readonly Gone[], now: Date): Promise<number[]> {
    const tables = coreTables(db);
    const own = await this.ownLines(tables, objects);
    // Under a name that nobody knew of, all lines may tell of it.
    if (this.learnFrom(own)) this.seen = 0;
    await this.lookThrough(db);
    const ids = new Set(own.map(({ id }) => id));
    for (const object of objects) for (const id of this.found.get(keyOf(object)) ?? []) ids.add(id);
    const all = [...ids].sort((a, b) => a - b);
    const erased: number[] = [];
    for (let at = 0; at < all.length; at += AT_ONCE) {
      const lines = await tables
        .updateTable("core_audit")
        .set({ object_label: "", before: null, after: null, salt: null, folded: null, erased_at: now.toISOString() })
        .where(isOneOf(this.dialect.kind, "id", all.slice(at, at + AT_ONCE)))
        .where("erased_at", "is", null)
        .returning(["id", "actor_label"])
        .execute();
      for (const { id } of lines) erased.push(id);
      await this.foldActors(tables, lines);
    }
    return erased.sort((a, b) => a - b);
  }

  /** Who changed it stays, and is found as before. */
  private async foldActors(tables: Kysely<CoreTables>, lines: readonly { id: number; actor_label: string }[]) {
    for (const actor of new Set(lines.map(({ actor_label }) => actor_label))) {
      const folded = foldedOf([actor]);
      if (folded === null) continue;
      const ids = lines.flatMap(({ id, actor_label }) => (actor_label === actor ? [id] : []));
      await tables
        .updateTable("core_audit")
        .set({ folded })
        .where(isOneOf(this.dialect.kind, "id", ids))
        .execute();
    }
  }

  /** E-mail addresses of objects of which lines have been erased, in lower case. */
  addressesOf(object: Gone): string[] {
    return [...(this.addresses.get(keyOf(object)) ?? [])];
  }

  private noteAddresses(key: string, facts: string | null): void {
    if (!facts?.includes('"email":')) return;
    const { email } = JSON.parse(facts) as { email?: unknown };
    if (typeof email !== "string" || email === "") return;
    const known = this.addresses.get(key) ?? new Set();
    known.add(email.toLowerCase());
    this.addresses.set(key, known);
  }

  /** Answers whether there is a name among them that was not known. */
  private learnFrom(own: readonly OwnLine[]): boolean {
    let isNew = false;
    for (const { object_type, object_id: id, object_label: name, before, after } of own) {
      const key = keyOf({ type: object_type, id });
      this.noteAddresses(key, before);
      this.noteAddresses(key, after);
      if (name === "") continue;
      const text = toldOf({ id, name });
      const of = this.named.get(id) ?? [];
      if (of.some((one) => one.key === key && one.text === text)) continue;
      of.push({ key, text, inJson: JSON.stringify(text).slice(1, -1) });
      this.named.set(id, of);
      isNew = true;
    }
    return isNew;
  }

  private noteNamed(line: number, said: string, form: "text" | "inJson"): void {
    for (const { 0: bracketed, 1: id = "", index } of said.matchAll(BRACKETED)) {
      for (const told of this.named.get(id) ?? []) {
        if (!said.startsWith(told[form], index + bracketed.length - told[form].length)) continue;
        const lines = this.found.get(told.key) ?? [];
        if (lines.at(-1) !== line) lines.push(line);
        this.found.set(told.key, lines);
      }
    }
  }

  /** Only those with a bracket in them: of one object, with its id in brackets. */
  private linesWithin(tables: Kysely<CoreTables>, after: number, last: number) {
    const [id] = this.named.keys();
    const pattern = this.named.size === 1 ? `%(${id})%` : "%(%";
    return tables
      .selectFrom("core_audit")
      .select(["id", "object_label", "before", "after"])
      .where("id", ">", after)
      .where("id", "<=", last)
      .where(this.isOfApp())
      .where("erased_at", "is", null)
      .where(({ or, eb }) =>
        or((["object_label", "before", "after"] as const).map((name) => eb(name, "like", pattern))),
      )
      .execute();
  }

  /** With the plus, lines are found by what else is asked: the index of the app would be gone through from end to end. */
  private isOfApp() {
    return sql<boolean>`+app_id = ${this.appId}`;
  }

  private async ownLines(tables: Kysely<CoreTables>, objects: readonly Gone[]) {
    const own: OwnLine[] = [];
    for (const type of new Set(objects.map((object) => object.type))) {
      const all = objects.flatMap((object) => (object.type === type ? [object.id] : []));
      for (let at = 0; at < all.length; at += AT_ONCE) {
        const ids = all.slice(at, at + AT_ONCE);
        const lines = await tables
          .selectFrom("core_audit")
          .select(["id", "object_type", "object_id", "object_label", "before", "after"])
          .where("object_type", "=", type)
          .where(isOneOf(this.dialect.kind, "object_id", ids))
          .where(this.isOfApp())
          .where("action", "!=", ERASE)
          .where("erased_at", "is", null)
          .execute();
        for (const line of lines) own.push(line);
      }
    }
    return own;
  }
}
