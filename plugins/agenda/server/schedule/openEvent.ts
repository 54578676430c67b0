// Reads the sessions file of Open Event (a list; the older snake_case and the newer kebab-case) into a written schedule.
import { refuse } from "./faults.ts";
import { type JsonObject, type ReadJson, readJson } from "./json.ts";
import { emptySchedule, type Pace, type WrittenSchedule, type WrittenSession } from "./schedule.ts";
import { asObject, objectsIn, optional, text } from "./scheduleJson.ts";

/** States of a session that takes place; files that have no states name only those. */
const TAKES_PLACE = new Set(["", "accepted", "confirmed"]);

/** Reads the file. Throws `ScheduleRefused` for what is no such file. */
export async function readOpenEvent(file: Buffer, pace: Pace): Promise<WrittenSchedule> {
  const read = await readJson(file, pace);
  const rows = objectsIn(read.value);
  if (!Array.isArray(read.value) || (rows.length > 0 && !rows.some((row) => startOf(row)))) {
    throw refuse(1, "file", "wrong-root", { expected: '[{"title", "start_time", …}]', found: "something else" });
  }
  const schedule = emptySchedule();
  schedule.conference.acronym = sourceOf(rows);
  for (const row of rows) {
    if (!TAKES_PLACE.has(text(row.state) ?? "")) schedule.left++;
    else schedule.sessions.push(sessionOf(row, read, schedule));
  }
  return schedule;
}

/** The file does not say whose numbers these are; the year keeps one edition's apart from another's. */
function sourceOf(rows: readonly JsonObject[]): string {
  const first = rows
    .map((row) => startOf(row) ?? "")
    .filter(Boolean)
    .sort()[0];
  return `open-event-${first?.slice(0, 4) ?? ""}`;
}

function startOf(row: JsonObject): string | undefined {
  return text(row.start_time) ?? text(row["starts-at"]) ?? text(row.starts_at);
}

function sessionOf(row: JsonObject, { lineOf }: ReadJson, schedule: WrittenSchedule): WrittenSession {
  const track = asObject(row.track);
  const trackName = text(track?.name);
  if (trackName?.trim()) schedule.tracks.push({ name: trackName, ...optional("colour", text(track?.color)) });
  return {
    line: lineOf(row),
    ...optional("id", text(row.id)),
    ...optional("title", text(row.title)),
    ...optional("subtitle", text(row.subtitle)),
    ...optional("abstract", text(row.short_abstract) ?? text(row["short-abstract"])),
    ...optional("description", text(row.long_abstract) ?? text(row["long-abstract"])),
    ...optional("kind", text((asObject(row.session_type) ?? asObject(row["session-type"]))?.name)),
    ...optional("language", text(row.language)),
    ...optional("url", text(row.signup_url) ?? text(row["signup-url"])),
    ...optional("date", startOf(row)),
    end: text(row.end_time) ?? text(row["ends-at"]) ?? text(row.ends_at) ?? "",
    ...optional("room", text(asObject(row.microlocation)?.name)),
    ...optional("track", trackName),
    persons: objectsIn(row.speakers).map((person) => ({
      id: text(person.id) ?? "",
      name: text(person.name) ?? "",
      ...optional("email", text(person.email)),
    })),
  };
}
