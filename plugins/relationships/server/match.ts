// Links the profiles of both ends that say the same in two fields: values are read in blocks, then pairs are linked in blocks.
import { type JobContext, type JobHandler, listTypesOf, pause } from "#server";
import { listReaderKey } from "../../event-data/offers.ts";
import type { LinkMatch, MATCH_REASONS, MatchDraft } from "../contract.ts";
import { Linker, type Outcome, there } from "./linker.ts";
import { answerOf, columnOf, pairsOf, type Sharing } from "./matching.ts";
import { thingsOf } from "./profiles.ts";
import * as repository from "./repository.ts";
import { typesAt } from "./rules.ts";

/** Kind of the jobs that link by matching fields. */
export const MATCH_JOB = "relationships.match";

const BLOCK = 1000;
const SHOWN = 100;

type Reason = (typeof MATCH_REASONS)[number];
/** Who is left out and why; `others` are those who could be meant or who stand in the way. */
interface LeftOut {
  reason: Reason;
  value: string;
  id: number;
  others: readonly number[];
  found: number;
}
type Shared = Map<string, { near: number[]; far: number[] }>;

export const matchByFields: JobHandler = async (context): Promise<LinkMatch> => {
  const { payload, eventId = 0, read, inTransaction, progress, signal } = context;
  const { kindId, mode, locale = "en-gb", ...ends } = payload as MatchDraft & { kindId: number };
  const kind = there(await repository.findKind(read, eventId, kindId));
  const result: LinkMatch = {
    ...{ created: 0, existing: 0, examples: [], until: null },
    left: { several: 0, common: 0, taken: 0, circle: 0 },
    alone: { from: 0, to: 0 },
    empty: { from: 0, to: 0 },
  };
  const { near, shared } = await sharedValues(context, kind, ends, result);
  const left = new LeftOuts(context, locale, result);
  const linker = await Linker.of(context, kindId, mode, "match");
  const tell = (links: number) => ({
    action: "match",
    after: { links, from: `${ends.from.field} (${ends.from.part})`, to: `${ends.to.field} (${ends.to.part})` },
  });
  let waiting: { value: string; from: number; to: number }[] = [];
  const link = async (some: typeof waiting) => {
    const pairs = some.map(({ value, from, to }) => ({ value, from: { id: from }, to: { id: to } }));
    await linker.take(pairs, { result, tell }, (outcomes) => {
      for (const [at, outcome] of outcomes.entries()) {
        if (outcome === "made") result.created += 1;
        else if (outcome === "existing") result.existing += 1;
        // Who has left since the values were read is not told of.
        else if (outcome !== "gone") left.refused(pairs[at] as (typeof pairs)[number], outcome);
      }
      result.until = linker.until;
    });
  };
  let unclear: Unclear[] = [];
  const tellUnclear = async () => {
    await several(context, kind, unclear, left);
    unclear = [];
  };
  const giveWay = pause();
  let done = 0;
  for (const [value, those] of shared) {
    done += 1;
    if (those.far.length > 0) {
      const sharing = near === "from" ? { from: those.near, to: those.far } : { from: those.far, to: those.near };
      const found = pairsOf(sharing, kind.cardinality);
      if ("pairs" in found) for (const [from, to] of found.pairs) waiting.push({ value, from, to });
      else if ("common" in found) left.common(value, sharing);
      else unclear.push(...severalOf(value, found.several, sharing));
    }
    if (unclear.length >= BLOCK) await tellUnclear();
    while (waiting.length >= BLOCK) {
      await link(waiting.slice(0, BLOCK));
      waiting = waiting.slice(BLOCK);
      progress(0.5 + (0.5 * done) / shared.size);
      signal.throwIfAborted();
    }
    await left.flush(BLOCK);
    await giveWay();
  }
  if (waiting.length > 0) await link(waiting);
  await tellUnclear();
  await left.end();
  return mode === "dry-run" ? result : inTransaction(async () => result, { last: true });
};

/** Reads both ends, the smaller first: of the other only those are kept who share a value with it. */
async function sharedValues(
  context: JobContext,
  kind: repository.KindRow,
  ends: Pick<MatchDraft, "from" | "to">,
  result: LinkMatch,
): Promise<{ near: "from" | "to"; shared: Shared }> {
  const { read, dialect, eventId = 0, appId, who, offered, progress, signal } = context;
  const things = thingsOf(offered);
  const hidden = await things.hidden(read, dialect, { id: eventId, app_id: appId }, who);
  const types = await listTypesOf(read, eventId);
  const selectionOf = (side: "from" | "to") => ({
    question: { filter: [{ field: "type_id", op: "in" as const, value: typesAt(kind[side], types) }] },
  });
  const count = (side: "from" | "to") =>
    things.countSelected(read, dialect, eventId, selectionOf(side), offered, hidden);
  const counts = { from: await count("from"), to: await count("to") };
  const [near, far] = counts.from <= counts.to ? (["from", "to"] as const) : (["to", "from"] as const);
  const total = Math.max(1, counts.from + counts.to);
  const shared: Shared = new Map();
  const giveWay = pause();
  let done = 0;
  for (const side of [near, far]) {
    const options = { columns: [columnOf(ends[side])], size: BLOCK };
    for await (const rows of things.eachSelected(read, dialect, eventId, selectionOf(side), offered, hidden, options)) {
      signal.throwIfAborted();
      for (const row of rows) {
        const value = answerOf(ends[side], row);
        const those = shared.get(value);
        if (value === "") result.empty[side] += 1;
        else if (side === far && those) those.far.push(Number(row["id"]));
        else if (side === far) result.alone[far] += 1;
        else if (those) those.near.push(Number(row["id"]));
        else shared.set(value, { near: [Number(row["id"])], far: [] });
        await giveWay();
      }
      done += rows.length;
      progress((0.5 * done) / total);
    }
  }
  for (const those of shared.values()) if (those.far.length === 0) result.alone[near] += those.near.length;
  return { near, shared };
}

interface Unclear {
  value: string;
  side: "from" | "to";
  id: number;
  others: readonly number[];
}

function severalOf(value: string, side: "from" | "to", sharing: Sharing): Unclear[] {
  const others = sharing[side === "from" ? "to" : "from"];
  return sharing[side].map((id) => ({ value, side, id, others }));
}

/** Profiles that could mean several: who is linked with one of them has its link, the others are left out. */
async function several(
  { read }: JobContext,
  kind: repository.KindRow,
  unclear: readonly Unclear[],
  left: LeftOuts,
): Promise<void> {
  for (const side of ["from", "to"] as const) {
    const some = unclear.filter((one) => one.side === side);
    const links = await repository.linksAt(
      read,
      kind.id,
      side,
      some.map(({ id }) => id),
    );
    const linked = new Map(links.map((link) => [link[`${side}_id`], side === "from" ? link.to_id : link.from_id]));
    for (const { value, id, others } of some) {
      const other = linked.get(id);
      if (other !== undefined && others.includes(other)) left.existing();
      else left.add({ reason: "several", value, id, others: others.slice(0, 3), found: others.length });
    }
  }
}

/** What is left out: counted, the first told, and all of it written down for a file. */
class LeftOuts {
  private waiting: LeftOut[] = [];
  private text = "";

  constructor(
    private readonly context: JobContext,
    private readonly locale: string,
    private readonly result: LinkMatch,
  ) {}

  existing(): void {
    this.result.existing += 1;
  }

  add(one: LeftOut): void {
    this.result.left[one.reason] += 1;
    this.waiting.push(one);
  }

  common(value: string, { from, to }: Sharing): void {
    const id = from[0] ?? 0;
    this.add({ reason: "common", value, id, others: to.slice(0, 1), found: from.length + to.length });
  }

  refused(
    { value, from, to }: { value: string; from: { id: number }; to: { id: number } },
    outcome: Exclude<Outcome, string>,
  ): void {
    if (outcome.code === "circle") {
      const { circle } = outcome;
      this.add({ reason: "circle", value, id: from.id, others: circle.slice(0, 8), found: circle.length });
    } else {
      const [id, other] = outcome.side === "to" ? [to.id, from.id] : [from.id, to.id];
      this.add({ reason: "taken", value, id, others: [other], found: 1 });
    }
  }

  /** Names those who wait, once they are many. */
  async flush(from = 1): Promise<void> {
    if (this.waiting.length < from) return;
    const { read, eventId = 0, offered, speak } = this.context;
    const some = this.waiting;
    this.waiting = [];
    const ids = [...new Set(some.flatMap(({ id, others }) => [id, ...others]))];
    const names = new Map((await thingsOf(offered).named(read, eventId, ids)).map(({ id, name }) => [id, name]));
    const line = this.line();
    if (this.text === "") {
      const heads = ["value", "id", "name", "others", "why"].map((head) =>
        speak(this.locale, `relationships:left.${head}`),
      );
      this.text = `\ufeff${line(heads)}`;
    }
    for (const { reason, value, id, others, found } of some) {
      const name = names.get(id) ?? String(id);
      const other = others.map((one) => names.get(one) ?? String(one)).join(reason === "circle" ? " → " : ", ");
      const { examples } = this.result;
      if (examples.length < SHOWN) examples.push({ reason, value, name, other, found });
      const why = speak(this.locale, `relationships:left.reason.${reason}`, { found });
      this.text += line([value, id, name, other, why]);
    }
  }

  async end(): Promise<void> {
    await this.flush();
    if (this.text === "") return;
    const bytes = Buffer.from(this.text);
    await this.context.saveFile({ name: "left-out.csv", mediaType: "text/csv; charset=utf-8", bytes });
  }

  private line() {
    const [lists] = this.context.offered(listReaderKey);
    if (!lists) throw new Error("The area event-data, which relationships require, offers no lists.");
    return lists.line;
  }
}
