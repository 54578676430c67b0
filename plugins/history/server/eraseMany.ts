// The job that erases what is told of many that are gone: what they are, one look through the history, then block by block.
import {
  auditList,
  type Db,
  ERASE,
  type Erasable,
  type ErasableAsking,
  Erasure,
  eachBlock,
  erasable,
  type Gone,
  type JobContext,
  type JobHandler,
  type ListSpec,
  listRows,
  pause,
  problem,
} from "#server";
import { objectWord } from "../contract/words.ts";
import type { HistoryErased, HistoryErasure } from "../contract.ts";
import { FORGET_JOB, forgetBeside } from "./forget.ts";
import { csvCell } from "./rules.ts";

const BLOCK = 500;
const TOLD = 200;
/** How far the job is when it knows what is meant, and when it has looked through the history. */
const [COLLECTED, LOOKED_THROUGH] = [0.1, 0.5] as const;

const COLUMNS = ["id", "event_id", "action", "object_type", "object_id", "object_label", "erased_at"];

/** What selected lines are about. */
interface Meant extends Gone {
  name: string;
  isHere: boolean;
  /** All of these lines have lost their values. */
  isErased: boolean;
}

export const eraseMany: JobHandler = async (context): Promise<HistoryErased> => {
  const draft = context.payload as HistoryErasure;
  const erasing = new Erasing(context, draft);
  const gone = await erasing.sort(await collect(context, draft));
  if (draft.mode === "dry-run") return erasing.tell(gone.length);
  if (!context.kept && draft.confirm !== gone.length) {
    const other = context.speak(draft.locale ?? "en-gb", "history:erasing.otherNumber", { number: gone.length });
    throw problem("invalid", { message: other });
  }
  return erasing.erase(gone);
};

/** What the selected lines are about, each once, in the order in which it came. */
async function collect(context: JobContext, draft: HistoryErasure): Promise<Meant[]> {
  const { read, dialect, appId, eventId, who, signal, progress } = context;
  const { selection, everywhere, zone } = draft;
  const all = auditList(dialect, { ...who, id: appId, name: "" }, everywhere ? undefined : eventId, zone);
  // Values are long, and nobody needs them here.
  const spec = { ...all, always: COLUMNS };
  const list =
    "ids" in selection ? narrowed(spec, { column: "id", in: selection.ids }) : except(spec, selection.except);
  const question = "ids" in selection ? {} : selection.question;
  const { matched } = await listRows(read, dialect, list, { ...question, limit: 0 });
  const meant = new Map<string, Meant>();
  let done = 0;
  const sort = [{ field: "id", direction: "asc" as const }];
  for await (const rows of eachBlock(read, dialect, list, { ...question, sort, columns: ["id"] })) {
    signal.throwIfAborted();
    for (const row of rows) {
      const [type, id] = [String(row["object_type"]), String(row["object_id"])];
      const key = keyOf({ type, id });
      const before = meant.get(key);
      // A line that tells of an erasure has nothing to lose itself.
      const isErased = row["erased_at"] !== null || row["action"] === ERASE;
      const isHere = row["event_id"] === null || row["event_id"] === eventId;
      meant.set(key, {
        ...{ type, id },
        name: String(row["object_label"]) || (before?.name ?? ""),
        isHere: isHere || before?.isHere === true,
        isErased: isErased && before?.isErased !== false,
      });
    }
    done += rows.length;
    progress((COLLECTED * done) / Math.max(1, matched));
  }
  return [...meant.values()];
}

const narrowed = (list: ListSpec, scope: ListSpec["scope"][number]): ListSpec => ({
  ...list,
  scope: [...list.scope, scope],
});
const except = (list: ListSpec, ids: readonly number[] = []) =>
  ids.length > 0 ? narrowed(list, { column: "id", notIn: ids }) : list;

class Erasing {
  private readonly kinds: ReadonlyMap<string, Erasable>;
  private readonly result: HistoryErased;
  private isFileBegun: boolean;
  private left = "";

  constructor(
    private readonly context: JobContext,
    private readonly draft: HistoryErasure,
  ) {
    this.kinds = new Map(context.offered(erasable).map((kind) => [kind.type, kind]));
    this.isFileBegun = (context.kept?.at as { file: boolean } | undefined)?.file ?? false;
    this.result = (context.kept?.result as HistoryErased | undefined) ?? {
      ...{ erased: 0, lines: 0, unchanged: 0, skipped: 0, errors: [] },
    };
  }

  /** Those that can be erased; of the others is told why not, unless that was told before the job was cut off. */
  async sort(meant: readonly Meant[]): Promise<Meant[]> {
    const isTold = this.context.kept !== undefined;
    const gone: Meant[] = [];
    for (let at = 0; at < meant.length; at += BLOCK) {
      const some = meant.slice(at, at + BLOCK);
      const there = await this.there(this.context.read, some);
      for (const one of some) {
        const why = this.whyNot(one, there);
        if (why === undefined && !one.isErased) gone.push(one);
        else if (isTold) continue;
        else if (why === undefined) this.result.unchanged += 1;
        else this.leave(one, why);
      }
    }
    return gone;
  }

  /** What a dry run found. */
  async tell(erased: number): Promise<HistoryErased> {
    await this.writeLeft((file) => this.context.saveFile(file));
    return { ...this.result, erased };
  }

  async erase(gone: readonly Meant[]): Promise<HistoryErased> {
    const { context } = this;
    const erasure = new Erasure(context.dialect, context.appId);
    for (let at = 0; at < gone.length; at += BLOCK) await erasure.learn(context.read, gone.slice(at, at + BLOCK));
    const span = LOOKED_THROUGH - COLLECTED;
    await erasure.lookThrough(context.read, (done) => {
      context.signal.throwIfAborted();
      context.progress(COLLECTED + span * done);
    });
    const giveWay = pause();
    for (let at = 0; at < gone.length; at += BLOCK) {
      await giveWay();
      await this.eraseBlock(erasure, gone.slice(at, at + BLOCK));
      context.progress(LOOKED_THROUGH + (1 - LOOKED_THROUGH) * Math.min(1, (at + BLOCK) / gone.length));
      context.signal.throwIfAborted();
    }
    return context.inTransaction(
      async (db) => {
        await this.writeLeft((file) => context.addToFile(db, file));
        return this.result;
      },
      { last: true },
    );
  }

  /** One transaction with the line that tells which lines were erased. */
  private async eraseBlock(erasure: Erasure, block: readonly Meant[]): Promise<void> {
    const { context } = this;
    const keep = () => ({ at: { file: this.isFileBegun }, result: this.result });
    await context.inTransaction(
      async (db) => {
        const there = await this.there(db, block, true);
        const gone = block.filter((one) => !there.has(keyOf(one)));
        for (const one of block) if (there.has(keyOf(one))) this.leave(one, "history:problem.still_there");
        const lines = await erasure.erase(db, gone, context.now());
        if (lines.length > 0) {
          const object = { type: "history", id: context.eventId ?? 0, label: "" };
          await context.audit(db, { action: ERASE, object, after: { lines } });
        }
        await forgetBeside(this.asking(db), this.kinds.values(), erasure, gone);
        await context.follow(db, FORGET_JOB);
        this.result.erased += gone.length;
        this.result.lines += lines.length;
        await this.writeLeft((file) => context.addToFile(db, file));
      },
      { keep },
    );
  }

  private asking(db: Db): ErasableAsking {
    const { dialect, appId, eventId = 0, offered } = this.context;
    return { db, dialect, event: { id: eventId, app_id: appId }, offered };
  }

  /** Keys of those that are there. */
  private async there(db: Db, some: readonly Meant[], holds = false): Promise<Set<string>> {
    const asking = this.asking(db);
    const found = new Set<string>();
    for (const [type, kind] of this.kinds) {
      const ids = some.flatMap((one) => (one.type === type && one.isHere ? [Number(one.id)] : []));
      if (ids.length === 0) continue;
      if (holds) await kind.hold?.(asking);
      for (const id of await kind.there(asking, ids)) found.add(keyOf({ type, id: String(id) }));
    }
    return found;
  }

  private whyNot(one: Meant, there: ReadonlySet<string>): string | undefined {
    if (!this.kinds.has(one.type)) return "history:problem.not_erasable";
    if (!one.isHere) return "history:erasing.elsewhere";
    return there.has(keyOf(one)) ? "history:problem.still_there" : undefined;
  }

  private leave({ type, id, name }: Meant, why: string): void {
    const message = this.say(why);
    this.result.skipped += 1;
    if (this.result.errors.length < TOLD) this.result.errors.push({ type, id, name, message });
    const kind = objectWord((key, values) => this.say(key, values), type);
    this.left += `${[kind, id, name, message].map(csvCell).join(",")}\r\n`;
  }

  private say(key: string, values?: Record<string, unknown>): string {
    return this.context.speak(this.draft.locale ?? "en-gb", key, values);
  }

  private async writeLeft(
    write: (file: { name: string; mediaType: string; bytes: Buffer }) => Promise<void>,
  ): Promise<void> {
    if (this.left === "") return;
    const heads = ["column.object_type", "erasing.number", "column.object_label", "erasing.why"].map((key) =>
      csvCell(this.say(`history:${key}`)),
    );
    const head = this.isFileBegun ? "" : `\ufeff${heads.join(",")}\r\n`;
    const bytes = Buffer.from(head + this.left);
    this.isFileBegun = true;
    this.left = "";
    await write({ name: "left-out.csv", mediaType: "text/csv; charset=utf-8", bytes });
  }
}

const keyOf = ({ type, id }: Gone) => `${type} ${id}`;
