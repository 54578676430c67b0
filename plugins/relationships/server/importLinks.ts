// The import of pairs: a CSV file or a workbook of two columns, each cell an id, that of a registration, an e-mail address or a whole name.
import { type JobHandler, listTypesOf, pause } from "#server";
import { listReaderKey, type ThingName } from "../../event-data/offers.ts";
import type { LinkImport } from "../contract.ts";
import { Linker, there } from "./linker.ts";
import { pathOf, thingsOf } from "./profiles.ts";
import * as repository from "./repository.ts";
import { typesAt } from "./rules.ts";
import { columnsOf, finderOf, type Who } from "./whoIsMeant.ts";

/** Kind of the jobs that import pairs. */
export const IMPORT_JOB = "relationships.import";

const BLOCK = 1000;
const TOLD = 500;
interface Pair {
  line: number;
  from: string;
  to: string;
  cells: readonly string[];
}

export const importLinkPairs: JobHandler = async (context) => {
  const { payload, eventId = 0, read, input, inTransaction, progress, offered, speak, signal } = context;
  const { kindId, mode, locale = "en-gb" } = payload as { kindId: number; mode: "dry-run" | "apply"; locale?: string };
  const kind = there(await repository.findKind(read, eventId, kindId));
  const types = await listTypesOf(read, eventId);
  const mayStand = { from: typesAt(kind.from, types), to: typesAt(kind.to, types) };
  const [lists] = offered(listReaderKey);
  if (!lists) throw new Error("The area event-data, which relationships require, offers no reader of lists.");
  const things = thingsOf(offered);
  const result: LinkImport = { created: 0, existing: 0, errors: [], more: 0, until: null };
  const left: LeftLine[] = [];
  const wrong = ({ cells, ...pair }: Pair, error: Omit<LinkImport["errors"][number], "line">) => {
    if (result.errors.length < TOLD) result.errors.push({ line: pair.line, ...error });
    else result.more += 1;
    left.push({ line: pair.line, cells, ...error });
  };
  const pairs: Pair[] = [];
  let heading: readonly string[] = [];
  const by: Partial<Record<"from" | "to", Who | undefined>> = {};
  const giveWay = pause();
  for await (const { line, cells, isBroken } of lists.read(() => input(), speak, true)) {
    const [from = "", to = ""] = cells.map((cell) => cell.trim());
    const headed = pairs.length === 0 && heading.length === 0 ? columnsOf([from, to], lists) : undefined;
    const pair = { line, from, to, cells };
    if (isBroken) wrong(pair, { reason: "broken", word: cells.join(", ").slice(0, 80), found: 0 });
    else if (headed) {
      heading = cells;
      [by.from, by.to] = headed;
    } else pairs.push(pair);
    await giveWay();
  }
  const find = await finderOf(context);
  const linker = await Linker.of(context, kindId, mode, "import");
  const tell = (links: number) => ({ action: "import", after: { links } });
  for (let start = 0; start < pairs.length; start += BLOCK) {
    signal.throwIfAborted();
    const block = pairs.slice(start, start + BLOCK);
    const wordOf = (pair: Pair, side: "from" | "to") => ({ word: pair[side], by: by[side] });
    const meant = await find(
      read,
      block.flatMap((pair) => [wordOf(pair, "from"), wordOf(pair, "to")]),
    );
    const found = block.flatMap((pair) => {
      const ends = (["from", "to"] as const).map((side) => oneOf(meant(wordOf(pair, side)), mayStand[side]));
      const unclear = ends.findIndex((end) => typeof end === "number");
      if (unclear >= 0) {
        const count = ends[unclear] as number;
        wrong(pair, {
          reason: count === 0 ? "nobody" : "several",
          word: unclear === 0 ? pair.from : pair.to,
          found: count,
        });
        return [];
      }
      return [{ pair, from: ends[0] as ThingName, to: ends[1] as ThingName }];
    });
    const circles: { at: number; circle: number[] }[] = [];
    await linker.take(found, { result, tell }, (outcomes) => {
      for (const [at, outcome] of outcomes.entries()) {
        const { pair, from, to } = found[at] as (typeof found)[number];
        if (outcome === "made") result.created += 1;
        else if (outcome === "existing") result.existing += 1;
        else if (outcome === "gone") wrong(pair, { reason: "nobody", word: from.name, found: 0 });
        else if (outcome.code === "circle") circles.push({ at, circle: outcome.circle });
        else wrong(pair, { reason: outcome.code, word: (outcome.side === "from" ? from : to).name, found: 0 });
      }
      result.until = linker.until;
    });
    for (const { at, circle } of circles) {
      const { pair, to } = found[at] as (typeof found)[number];
      const path = await pathOf(things, read, eventId, circle);
      wrong(pair, { reason: "circle", word: to.name, found: circle.length, path });
    }
    progress(start / pairs.length);
    await giveWay();
  }
  result.errors.sort((one, other) => one.line - other.line);
  if (left.length > 0) {
    left.sort((one, other) => one.line - other.line);
    const lines = left.map(({ cells, ...error }) =>
      lists.line([...cells, speak(locale, `relationships:import.reason.${error.reason}`, error)]),
    );
    const head = heading.length > 0 ? heading : ["from", "to"];
    const bytes = Buffer.from(
      `\ufeff${lists.line([...head, speak(locale, "relationships:left.why")])}${lines.join("")}`,
    );
    await context.saveFile({ name: "lines-with-problems.csv", mediaType: "text/csv; charset=utf-8", bytes });
  }
  return mode === "dry-run" ? result : inTransaction(async () => result, { last: true });
};

type LeftLine = LinkImport["errors"][number] & { cells: readonly string[] };

/** The profile that is meant, or how many could be. Of several, those that may stand at the end. */
function oneOf(found: readonly ThingName[], types: readonly number[]): ThingName | number {
  const fitting = found.length > 1 ? found.filter(({ type_id }) => types.includes(type_id)) : found;
  return fitting.length === 1 ? (fitting[0] as ThingName) : fitting.length || found.length;
}
