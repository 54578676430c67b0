// The export job: lines of the history as CSV. First what the screen says, then by which ids, keys and values it is known.
import {
  askedFields,
  auditList,
  eachBlock,
  type JobContext,
  type JobHandler,
  listEventNamesOf,
  listRows,
  listTypesOf,
  nameInEvent,
  pause,
  zoneOf,
} from "#server";
import { actionWord, asInEvent, type Names, objectWord, type Say, Words } from "../contract/words.ts";
import type { HistoryExport } from "../contract.ts";
import { namesFor } from "./references.ts";
import { csvCell, momentIn } from "./rules.ts";
import { speechIn } from "./speech.ts";

/** Kind of the jobs that export history. */
export const EXPORT_JOB = "history.export";

/** As programs know them; none is called as a column in words is. */
const MACHINE = {
  line_id: "id",
  at: "at",
  event_id: "event_id",
  actor_kind: "actor_kind",
  actor_id: "actor_id",
  action_key: "action",
  object_type: "object_type",
  object_id: "object_id",
  before_values: "before",
  after_values: "after",
  erased_at: "erased_at",
  request_id: "request_id",
} as const;
type Machine = (typeof MACHINE)[keyof typeof MACHINE];

/** A line as it stands in the table. */
type Line = Record<Machine | "object_label" | "actor_label", string | number | null>;
type Facts = Record<string, unknown> | null;

export const exportHistory: JobHandler = async (context) => {
  const { payload, appId, eventId, who, read, dialect, progress, signal, saveFile, offered } = context;
  const { everywhere, zone: asked, locale = "en-gb", ...question } = payload as HistoryExport;
  const zone = asked ?? (eventId === undefined ? "UTC" : await zoneOf(read, eventId));
  const list = auditList(dialect, { ...who, id: appId, name: "" }, everywhere ? undefined : eventId, zone);
  const { matched } = await listRows(read, dialect, list, { ...question, limit: 0 });
  const telling = await Telling.of(context, locale, zone);
  const lines = [`\ufeff${telling.heads()}`];
  const giveWay = pause();
  for await (const block of eachBlock(read, dialect, list, question)) {
    signal.throwIfAborted();
    const rows = block as unknown as Line[];
    const found = rows.map((row) => ({
      object_type: String(row.object_type),
      event_id: row.event_id as number | null,
      before: parsed(row.before),
      after: parsed(row.after),
    }));
    const names = await namesFor({ db: read, dialect, appId, offered }, found);
    for (const [at, row] of rows.entries()) {
      const { before, after } = found[at] as (typeof found)[number];
      lines.push(telling.line(row, { before, after, names: names[at] ?? {} }));
      await giveWay();
    }
    progress(lines.length / (matched + 1));
  }
  await saveFile({
    name: "history.csv",
    mediaType: "text/csv; charset=utf-8",
    bytes: Buffer.from(`${lines.join("\r\n")}\r\n`),
  });
  return { rows: lines.length - 1 };
};

const parsed = (text: string | number | null): Facts => (text === null ? null : JSON.parse(String(text)));

/** Lines in the language of who exports. */
class Telling {
  private constructor(
    private readonly speech: ReturnType<typeof speechIn>,
    private readonly zone: string,
    private readonly events: ReadonlyMap<number, { name: string }>,
    private readonly eventId: number | undefined,
    private readonly types: readonly { id: number; name: string }[],
  ) {}

  static async of({ speak, offered, read, appId, eventId }: JobContext, locale: string, zone: string) {
    const say: Say = (key, values) => speak(locale, key, values);
    const [asked] = offered(askedFields);
    const fields = eventId === undefined ? [] : ((await asked?.list(read, { id: eventId, app_id: appId })) ?? []);
    const types = eventId === undefined ? [] : await listTypesOf(read, eventId);
    const named = types.map((type) => ({ id: type.id, name: nameInEvent(type, locale) }));
    const events = await listEventNamesOf(read, appId);
    return new Telling(speechIn(locale, zone, say, fields), zone, events, eventId, named);
  }

  heads(): string {
    const columns = ["at", "actor", "actor_kind", "action", "object_type", "object_label", "changed"];
    const words = [
      ...columns.map((column) => `history:column.${column}`),
      ...["history:difference.before", "history:difference.after", "history:column.event"],
    ].map((key) => this.speech.say(key));
    return [...words, ...Object.keys(MACHINE)].map(csvCell).join(",");
  }

  line(row: Line, { before, after, names }: { before: Facts; after: Facts; names: Names }): string {
    const { say, moment } = this.speech;
    const isOfEvent = row.event_id !== null && Number(row.event_id) === this.eventId;
    const type = String(row.object_type);
    const words = new Words({ ...this.speech, type }, isOfEvent ? asInEvent(names, this.types) : names);
    const told = (facts: Facts) =>
      Object.entries(facts ?? {})
        .map(([field, value]) => `${words.field(field)}: ${words.value(field, value)}`)
        .join("\n");
    const changed = Object.keys(after ?? before ?? {}).map((field) => words.field(field));
    const isErased = row.erased_at !== null;
    const machine = { ...row, at: momentIn(this.zone, String(row.at)) };
    return [
      moment(String(row.at)),
      row.actor_label,
      say(`history:kind.${row.actor_kind}`),
      actionWord(say, String(row.action), type),
      objectWord(say, type),
      isErased ? say("history:erased.label") : row.object_label,
      changed.join(", "),
      told(before),
      told(after),
      row.event_id === null ? "" : (this.events.get(Number(row.event_id))?.name ?? ""),
      ...Object.values(MACHINE).map((column) => machine[column]),
    ]
      .map(csvCell)
      .join(",");
  }
}
