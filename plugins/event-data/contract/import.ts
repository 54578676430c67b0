// The import of profiles, step by step: the file, what was recognised in it, what it would do, what it did.
import * as Type from "typebox/type";
import { CSV_LIMIT, EventParams, IMPORT_KEYS, type ImportKey, ImportResult, JobState } from "#schemas/core.ts";
import { endpoint } from "#schemas/endpoint.ts";
import { Id, oneOf } from "#schemas/scalars.ts";
import { Loss } from "./losses.ts";

const closed = { additionalProperties: false } as const;
/** A template shows no more than the list does. */
const reading = { accessRole: 299, permissions: ["things"] };
const writing = { accessRole: 200, permissions: ["things"] };
const started = Type.Object({ job: Type.Object({ id: Id, state: JobState }) });

/** Fields of a profile, besides the event's own, that a column may fill; in the order in which they are offered. */
export const IMPORT_FIELDS = [
  "name",
  "first_name",
  "last_name",
  "email",
  "company_name",
  "job_title",
  "country",
  "status",
  "type_id",
  "id",
] as const;

/** The field that a column fills: one of a profile's, `fields.` and a key of the event's own, or none. */
const Target = Type.Union([Type.String({ pattern: "^(fields\\.)?[a-z0-9_]{1,64}$" }), Type.Null()]);

/** A column of a file, the field that was found for it, and by what. */
export const ImportColumn = Type.Object({
  at: Type.Integer({ minimum: 0 }),
  title: Type.String(),
  examples: Type.Array(Type.String()),
  field: Target,
  by: oneOf(["remembered", "name", "example", "own", "double", "beside", "otherType", "otherIds", "none"]),
  type_ids: Type.Optional(Type.Array(Id, { description: "The only data types that have the field" })),
  others: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), type_ids: Type.Array(Id) }), {
      description: "Other fields of that name, each with the only data types that have it",
    }),
  ),
});
export type ImportColumn = Type.Static<typeof ImportColumn>;

/** What a column fills where all lines become profiles of one type: of fields of one name the one that these have and no other column fills. */
export function fieldForType(
  { field, type_ids, others = [] }: Pick<ImportColumn, "field" | "type_ids" | "others">,
  typeId: number,
  taken: ReadonlySet<string | null>,
): string | null {
  const isOf = (ids: readonly number[]) => ids.length === 0 || ids.includes(typeId);
  if (!type_ids || isOf(type_ids)) return field;
  return others.find((one) => isOf(one.type_ids) && !taken.has(one.field))?.field ?? null;
}

/** The encodings that a file may be said to be written in. */
export const ENCODINGS = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1250",
  "windows-1251",
  "windows-1252",
  "windows-1253",
  "windows-1254",
  "windows-1257",
  "iso-8859-2",
  "iso-8859-5",
  "iso-8859-7",
  "iso-8859-9",
  "iso-8859-15",
  "macintosh",
  "cp850",
  "cp437",
  "koi8-r",
  "shift_jis",
  "euc-jp",
  "euc-kr",
  "big5",
  "gb18030",
] as const;
const Encoding = Type.Optional(oneOf(ENCODINGS, "How its letters are written; without it, this is found out"));
const TypeOfLines = Type.Optional(
  Type.Integer({ minimum: 1, description: "The data type that its lines are to get, where that is known already" }),
);
const Separator = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 1,
    description: "What stands between its cells; without it, this is found out",
  }),
);

/** What reading a file found out: the result of the jobs that `readThingImport` and `rereadThingImport` start. */
export const ImportFile = Type.Object({
  name: Type.String(),
  format: oneOf(["csv", "xlsx", "open-event"]),
  /** The system that wrote it, where its headings tell. */
  system: Type.Union([Type.String(), Type.Null()]),
  records: Type.Union([oneOf(["speakers", "sponsors"]), Type.Null()]),
  encoding: Type.Union([oneOf(ENCODINGS), Type.Null()]),
  separator: Type.Union([Type.String(), Type.Null()]),
  sheets: Type.Array(Type.String()),
  sheet: Type.Union([Type.String(), Type.Null()]),
  rows: Type.Integer(),
  columns: Type.Array(ImportColumn),
  state: Type.Optional(
    Type.Integer({ description: "The column by which the list tells cancelled tickets, where it has one" }),
  ),
  notes: Type.Array(Type.Object({ line: Type.Integer(), message: Type.String() })),
  /** Notes beyond those; a trial tells all of them. */
  more_notes: Type.Integer(),
});
export type ImportFile = Type.Static<typeof ImportFile>;

/** Lines of a file up to which its import can be undone. */
export const UNDO_LINES = 50_000;

/** By what a row finds the profile that it is about. */
export { IMPORT_KEYS, type ImportKey };

/** What an import writes. */
export const IMPORT_WRITES = ["both", "create", "update", "known"] as const;

/** Lines of a file that one import takes as a person has mended them; more are mended in the file. */
export const MENDED_LINES = 500;

const Line = Type.Integer({ minimum: 1 });

/** What an import did or would do, and of the lines that it left out those that can be mended at once, with their cells. */
export const ThingImportResult = Type.Object({
  ...ImportResult.properties,
  losses: Type.Optional(
    Type.Array(Loss, {
      description: "What stays with those who move to another data type, although it no longer fits",
    }),
  ),
  lines: Type.Optional(Type.Array(Type.Object({ line: Line, cells: Type.Array(Type.String()) }))),
});
export type ThingImportResult = Type.Static<typeof ThingImportResult>;

/** An import as a person has set it up. */
export const ThingImportDraft = Type.Object(
  {
    file: Type.Integer({ minimum: 1, description: "The job that read the file" }),
    mode: oneOf(["dry-run", "apply"]),
    type: Type.Optional(Id),
    sheet: Type.Optional(Type.String({ maxLength: 200 })),
    encoding: Encoding,
    separator: Separator,
    key: Type.Optional(
      oneOf(
        IMPORT_KEYS,
        "By what a row finds its profile; auto: by id, else email address, else registration id and name, else name, company and type",
      ),
    ),
    blanks: Type.Optional(oneOf(["keep", "clear"], "What an empty cell does to a value that is there")),
    write: Type.Optional(
      oneOf(
        IMPORT_WRITES,
        "Whether new profiles are made, and known ones changed; known: adds those who are profiles of the app's other events, found there by the key, with what is known of them there",
      ),
    ),
    cancelled: Type.Optional(
      oneOf(["leave", "take"], "What becomes of tickets that the list of a registration system tells as cancelled"),
    ),
    columns: Type.Optional(
      Type.Array(Type.Object({ at: Type.Integer({ minimum: 0, maximum: 16_383 }), field: Target }, closed), {
        maxItems: 16_384,
        description: "The field of each column; without it they are found by name and example",
      }),
    ),
    mended: Type.Optional(
      Type.Array(
        Type.Object(
          { line: Line, cells: Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 16_384 }) },
          closed,
        ),
        { maxItems: MENDED_LINES, description: "Lines with the cells that they are to have instead of the file's" },
      ),
    ),
    only: Type.Optional(
      Type.Array(Line, {
        maxItems: MENDED_LINES,
        description: "The only lines to import: the others have been before, and nobody is written twice",
      }),
    ),
    after: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          "The job that imported the file and left these lines out; what else it refused keeps none of them away",
      }),
    ),
    locale: Type.Optional(Type.String({ maxLength: 20, description: "Language of the messages" })),
  },
  closed,
);
export type ThingImportDraft = Type.Static<typeof ThingImportDraft>;

export const readThingImport = endpoint({
  name: "readThingImport",
  method: "POST",
  path: "/1/api/container/{eventId}/thing/import/file",
  summary: "Take a file of profiles and find out what it is, as a job; it can be imported for a day",
  access: writing,
  params: EventParams,
  query: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 200 }),
      sheet: Type.Optional(Type.String({ maxLength: 200 })),
      encoding: Encoding,
      separator: Separator,
      type: TypeOfLines,
      locale: Type.Optional(Type.String({ maxLength: 20 })),
    },
    closed,
  ),
  rawBody: { types: ["application/octet-stream"], limit: CSV_LIMIT, isStreamed: true },
  reply: started,
  status: 202,
});

export const rereadThingImport = endpoint({
  name: "rereadThingImport",
  method: "POST",
  path: "/1/api/container/{eventId}/thing/import/file/{jobId}",
  summary: "Read a file anew that has been sent, as the person says that it is written, as a job",
  access: writing,
  params: Type.Object({ eventId: Id, jobId: Id }, closed),
  body: Type.Object(
    {
      sheet: Type.Optional(Type.String({ maxLength: 200 })),
      encoding: Encoding,
      separator: Separator,
      type: TypeOfLines,
      locale: Type.Optional(Type.String({ maxLength: 20 })),
    },
    closed,
  ),
  reply: started,
  status: 202,
});

export const startThingImport = endpoint({
  name: "startThingImport",
  method: "POST",
  path: "/1/api/container/{eventId}/thing/import",
  summary:
    "Import a file that has been read, or try what that would do, as a job; its file holds the lines with problems",
  access: writing,
  params: EventParams,
  body: ThingImportDraft,
  reply: started,
  status: 202,
});

export const findThingImport = endpoint({
  name: "findThingImport",
  method: "GET",
  path: "/1/api/container/{eventId}/thing/import/file/{jobId}/run",
  summary: "One's own import of a file by what was known before it was started; null where there is none",
  access: writing,
  params: Type.Object({ eventId: Id, jobId: Id }, closed),
  query: Type.Object(
    { after: Type.Integer({ minimum: 1, description: "The last job of the file that was known by then" }) },
    closed,
  ),
  reply: Type.Object({ job: Type.Union([started.properties.job, Type.Null()]) }),
});

export const getThingImportTemplate = endpoint({
  name: "getThingImportTemplate",
  method: "GET",
  path: "/1/api/container/{eventId}/thing/import/template",
  summary: "An empty file with the event's own fields as headings, and a line that says what belongs into each",
  access: reading,
  params: EventParams,
  query: Type.Object(
    {
      format: oneOf(["csv", "xlsx"]),
      type: Type.Optional(Id),
      holds: Type.Optional(
        oneOf(["known"], "Only what names people who are profiles of other events, instead of all fields"),
      ),
      locale: Type.Optional(Type.String({ maxLength: 20 })),
    },
    closed,
  ),
  reply: Type.Unknown(),
  replyType: "application/octet-stream",
});
