// Reads frab and Pentabarf XML into a written schedule. Syntax only: what it means is decided in `understand.ts`.
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { checkUtf8, piecesOf } from "./bytes.ts";
import { refuse } from "./faults.ts";
import { emptySchedule, type Pace, type WrittenPerson, type WrittenSchedule, type WrittenSession } from "./schedule.ts";

const DEEPEST = 64;

/** Leaves of an event, and the field that each one fills. */
const eventFields = new Map<string, keyof WrittenSession>([
  ["date", "date"],
  ["start", "start"],
  ["duration", "duration"],
  ["room", "room"],
  ["title", "title"],
  ["subtitle", "subtitle"],
  ["track", "track"],
  ["type", "kind"],
  ["language", "language"],
  ["abstract", "abstract"],
  ["description", "description"],
  ["url", "url"],
]);

const conferenceFields = new Map<string, "acronym" | "title" | "baseUrl" | "dayChange">([
  ["acronym", "acronym"],
  ["title", "title"],
  ["base_url", "baseUrl"],
  ["day_change", "dayChange"],
]);

/** Reads the file piece by piece. Throws `ScheduleRefused` for what is no such file. */
export async function readFrabXml(file: Buffer, pace: Pace): Promise<WrittenSchedule> {
  checkUtf8(file);
  checkBeginning(file);
  const reader = new FrabReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for (const { bytes, done } of piecesOf(file)) {
    reader.write(decoder.decode(bytes, { stream: true }));
    await pace.step(done);
  }
  return reader.finish();
}

/** Says of a file that is no XML at all what it begins with, on that line; the parser would say so at its end. */
function checkBeginning(file: Buffer): void {
  const text = file.toString("utf8", 0, 1000).replace(/^\uFEFF/, "");
  const found = /\S.{0,19}/.exec(text);
  if (!found || found[0].startsWith("<")) return;
  const line = text.slice(0, found.index).split("\n").length;
  throw refuse(line, "file", "wrong-root", { expected: "<schedule>", found: `“${found[0].trim()}”` });
}

/** Follows the elements of one file; `path` is where it stands. */
class FrabReader {
  private readonly schedule = emptySchedule();
  private readonly parser = new SaxesParser({ position: true, xmlns: false } as const);
  private readonly path: string[] = [];
  private text = "";
  /** How deep the leaf of an event that is being read stands; 0 outside. Mark-up inside it belongs to its text. */
  private leafDepth = 0;
  private day: string | undefined;
  private room: string | undefined;
  private session: WrittenSession | undefined;
  private person: WrittenPerson | undefined;
  private trackColour: string | undefined;
  private ending = false;

  constructor() {
    this.parser.on("error", (error) => this.fail(error));
    this.parser.on("doctype", () => this.refuse("doctype"));
    this.parser.on("xmldecl", ({ encoding }) => {
      if (encoding && encoding.toLowerCase() !== "utf-8") this.refuse("other-encoding", { encoding });
    });
    this.parser.on("opentag", (tag) => this.open(tag));
    this.parser.on("closetag", (tag) => this.close(tag.name));
    this.parser.on("text", (text) => this.add(text));
    this.parser.on("cdata", (text) => this.add(text));
  }

  write(text: string): void {
    this.parser.write(text);
  }

  finish(): WrittenSchedule {
    this.ending = true;
    this.parser.close();
    return this.schedule;
  }

  private fail(error: Error): never {
    if (this.ending) throw refuse(this.parser.line, "file", "truncated");
    return this.refuse("broken-xml", { reason: error.message.replace(/^[^:]*:?\d+:\d+:\s*/, "").replace(/\.$/, "") });
  }

  private refuse(code: Parameters<typeof refuse>[2], values?: Record<string, string>): never {
    throw refuse(this.parser.line, "file", code, values);
  }

  private add(text: string): void {
    this.text += text;
  }

  private open(tag: SaxesTagPlain): void {
    const { name, attributes } = tag;
    const parent = this.path.at(-1);
    if (parent === undefined && name !== "schedule") {
      this.refuse("wrong-root", { expected: "<schedule>", found: `<${name}>` });
    }
    if (this.path.push(name) > DEEPEST) this.refuse("too-deep", { limit: String(DEEPEST) });
    if (this.leafDepth > 0) return;
    this.text = "";
    if (parent === "event" && eventFields.has(name)) this.leafDepth = this.path.length;
    else if (name === "day") this.day = attributes.date;
    else if (name === "room" && parent === "day") this.openRoom(attributes.name);
    else if (name === "event" && (parent === "room" || parent === "day")) this.openEvent(attributes);
    else if (name === "person") this.person = { id: attributes.id ?? "", name: "", email: attributes.email ?? "" };
    else if (name === "track") this.trackColour = attributes.color;
  }

  private openRoom(name: string | undefined): void {
    this.room = name;
    if (name?.trim()) this.schedule.rooms.push(name);
  }

  private openEvent(attributes: Record<string, string>): void {
    this.session = { line: this.parser.line, persons: [] };
    if (attributes.guid) this.session.guid = attributes.guid;
    if (attributes.id) this.session.id = attributes.id;
    if (this.day) this.session.day = this.day;
  }

  private close(name: string): void {
    if (this.path.length === this.leafDepth) this.leafDepth = 0;
    this.path.pop();
    if (this.leafDepth > 0) return;
    const parent = this.path.at(-1);
    if (parent === "event" && this.session) this.closeLeaf(name, this.session);
    else if (parent === "conference") this.closeConferenceLeaf(name);
    else if (name === "event" && this.session) this.closeEvent(this.session);
    else if (name === "room" && parent === "day") this.room = undefined;
    else if (name === "track" && parent === "tracks") this.closeTrack();
    else if (this.person) this.closePersonPart(name, this.person);
    this.text = "";
  }

  private closeLeaf(name: string, session: WrittenSession): void {
    const field = eventFields.get(name);
    if (field && this.text.trim()) Object.assign(session, { [field]: this.text });
  }

  private closeConferenceLeaf(name: string): void {
    const { conference } = this.schedule;
    if (name === "time_zone_name" && this.text.trim()) {
      conference.zone = this.text.trim();
      conference.zoneLine = this.parser.line;
    }
    const field = conferenceFields.get(name);
    if (field) conference[field] = this.text.trim();
  }

  private closeEvent(session: WrittenSession): void {
    session.room ??= this.room;
    this.schedule.sessions.push(session);
    this.session = undefined;
  }

  private closeTrack(): void {
    if (!this.text.trim()) return;
    this.schedule.tracks.push(this.trackColour ? { name: this.text, colour: this.trackColour } : { name: this.text });
  }

  private closePersonPart(name: string, person: WrittenPerson): void {
    if (name === "name" || name === "public_name") person.name ||= this.text.trim();
    if (name !== "person") return;
    person.name ||= this.text.trim();
    (this.session?.persons ?? this.schedule.persons).push(person);
    this.person = undefined;
  }
}
