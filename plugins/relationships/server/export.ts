// The export of a kind's lists: its links, by the ids that the import of pairs reads, and the profiles without one.
import {
  eachBlock,
  type JobContext,
  type JobHandler,
  type ListSpec,
  listRows,
  planList,
  type Route,
  route,
  zoneOf,
} from "#server";
import { listWriterKey } from "../../event-data/offers.ts";
import { type LinkExport, startLinkExport, startUnlinkedExport, type UnlinkedExport } from "../contract.ts";
import { there } from "./linker.ts";
import { linkList, onlyTicked } from "./links.ts";
import { withNames } from "./profiles.ts";
import * as repository from "./repository.ts";
import { current } from "./routes.ts";
import { unlinkedList } from "./unlinked.ts";

/** Kind of the jobs that export. */
export const EXPORT_JOB = "relationships.export";

// By names all links are put in order for each block.
const BLOCK = 10_000;
const AT_ONCE = 500;

type OfLinks = LinkExport & { of: "links"; kindId: number };
type OfUnlinked = UnlinkedExport & { of: "unlinked"; kindId: number; end: repository.Side };

export const exportRoutes: Route[] = [
  route(startLinkExport, async (context) => {
    const { db, dialect, event, params, body, jobs } = context;
    const kind = await current(db, event.id, params.kindId);
    const { search, filter, sort } = body;
    // Refuses now what the job would refuse later.
    planList(linkList(context, kind.id), dialect, { search, filter, sort });
    const payload: OfLinks = { of: "links", kindId: kind.id, ...body };
    return { job: await jobs.start({ kind: EXPORT_JOB, payload }) };
  }),

  route(startUnlinkedExport, async (context) => {
    const { db, dialect, event, params, query, body, jobs, deps } = context;
    const kind = await current(db, event.id, params.kindId);
    const { format: _, locale: __, ...asked } = body;
    const { list, question } = await unlinkedList({ ...context, offered: deps.offered }, kind, query.end, asked);
    planList(list, dialect, question);
    const payload: OfUnlinked = { of: "unlinked", kindId: kind.id, end: query.end, ...body };
    return { job: await jobs.start({ kind: EXPORT_JOB, payload }) };
  }),
];

type Cells = (string | number | null)[];

/** What is exported: the rows of a list, and what stands in the file of them. */
interface Exported {
  list: ListSpec;
  question: Pick<LinkExport, "search" | "filter" | "sort"> & { columns?: string[] };
  headings: readonly string[];
  moments?: readonly number[];
  cellsOf(rows: readonly Record<string, unknown>[]): Promise<Cells[]>;
}

export const exportList: JobHandler = async (context) => {
  const { payload, eventId = 0, read, dialect, now, progress, signal, saveFile, offered, speak } = context;
  const draft = payload as OfLinks | OfUnlinked;
  const { format, locale = "en-gb" } = draft;
  const [writer] = offered(listWriterKey);
  if (!writer) throw new Error("The area event-data, which relationships require, offers no writer of lists.");
  const say = (key: string, values?: Record<string, unknown>) => speak(locale, key, values);
  const timeZone = await zoneOf(read, eventId);
  const kind = there(await repository.findKind(read, eventId, draft.kindId));
  const exported =
    draft.of === "links" ? linksOf(context, draft, timeZone, say) : await unlinkedOf(context, kind, draft, say);
  const { list, question, headings, moments, cellsOf } = exported;
  const { matched } = await listRows(read, dialect, list, { ...question, limit: 0 });
  let written = 0;
  async function* rows() {
    for await (const block of eachBlock(read, dialect, list, question, BLOCK)) {
      for (let at = 0; at < block.length; at += AT_ONCE) {
        signal.throwIfAborted();
        const some = await cellsOf(block.slice(at, at + AT_ONCE));
        yield some;
        written += some.length;
        progress(Math.min(1, written / Math.max(1, matched)));
      }
    }
  }
  const as = { format, locale, timeZone, now: now(), rows: matched, say };
  await saveFile(writer.file(draft.of, { headings, ...(moments && { moments }), rows: rows() }, as));
  return { rows: written };
};

type Say = (key: string, values?: Record<string, unknown>) => string;

/** First the ids, which mean nobody else; an import of pairs reads these two columns alone. */
function linksOf(context: JobContext, draft: OfLinks, timezone: string, say: Say): Exported {
  const { kindId, ids, except, search, filter, sort } = draft;
  const { dialect, eventId = 0, read, offered } = context;
  const whole = linkList({ dialect, event: { id: eventId, timezone }, deps: { offered } }, kindId);
  const ofEnds = ["id", "name", "company"].flatMap((what) =>
    ["from", "to"].map((end) => say(`relationships:export.${end}`, { what: say(`relationships:export.${what}`) })),
  );
  const told = ["source", "created_at"].map((column) => say(`relationships:column.${column}`));
  return {
    list: onlyTicked(whole, { ids, except }),
    question: { search, filter, sort },
    headings: [...ofEnds, ...told],
    moments: [ofEnds.length + 1],
    cellsOf: async (rows) => {
      const links = await withNames(read, eventId, rows as never, offered);
      return links.map(({ from, to, source, created_at }) => [
        ...[from.id, to.id, from.name, to.name, from.company_name, to.company_name],
        ...[say(`relationships:source.${source}`), created_at],
      ]);
    },
  };
}

/** With the headings by which the import of profiles knows them again. */
async function unlinkedOf(
  { read, dialect, eventId = 0, appId, who, offered }: JobContext,
  kind: repository.KindRow,
  { end, search, filter, sort }: OfUnlinked,
  say: Say,
): Promise<Exported> {
  const asking = { db: read, dialect, event: { id: eventId, app_id: appId }, who, offered };
  const found = await unlinkedList(asking, kind, end, { search, filter, sort });
  return {
    ...found,
    headings: ["id", "name", "company"].map((what) => say(`relationships:export.${what}`)),
    cellsOf: async (rows) => rows.map(({ id, name, company_name }) => [Number(id), String(name), String(company_name)]),
  };
}
