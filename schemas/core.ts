// The endpoints of the house itself: session, app, event, types, permissions, navigation, jobs and imports. Log-in has a file of its own.
import * as Type from "typebox/type";
import { endpoint } from "./endpoint.ts";
import type { NavConfig } from "./nav.ts";
import { Problem } from "./problem.ts";
import { DateTime, Id, oneOf } from "./scalars.ts";
import { App, AppConfig, DataType, Event, ManagementSettings, Permissions, TypeCategory, User } from "./session.ts";
import { record } from "./shapes.ts";

export * from "./login.ts";
export * from "./removal.ts";

const closed = { additionalProperties: false } as const;
const AppParams = Type.Object({ appId: Id }, closed);
export const EventParams = Type.Object({ eventId: Id }, closed);
const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 }));
const Done = Type.Object({ done: Type.Literal(true) });

export const getToken = endpoint({
  name: "getToken",
  method: "GET",
  path: "/1/dashboard/user/{userId}/token",
  summary: "Whether the stored dashboard token is still good",
  access: {},
  params: Type.Object({ userId: Id }, closed),
  reply: Type.Object({ valid: Type.Literal(true), user: User, expires_at: DateTime }),
});

export const logout = endpoint({
  name: "logout",
  method: "POST",
  path: "/1/dashboard/user/logout",
  summary: "End this session (1) or all of the person's sessions (2)",
  access: {},
  body: Type.Object({ type: Type.Union([Type.Literal(1), Type.Literal(2)]) }, closed),
  reply: Done,
});

export const listApps = endpoint({
  name: "listApps",
  method: "GET",
  path: "/1/dashboard/application",
  summary: "All apps of the person",
  access: {},
  reply: Type.Array(App),
});

export const getApp = endpoint({
  name: "getApp",
  method: "GET",
  path: "/1/dashboard/application/{appId}",
  summary: "One app, with its application token, which is issued if there is none yet",
  access: {},
  params: AppParams,
  reply: App,
});

export const getAppOfEvent = endpoint({
  name: "getAppOfEvent",
  method: "GET",
  path: "/1/dashboard/container/{containerId}/application",
  summary: "In which of the person's apps an event is that they may open",
  access: {},
  params: Type.Object({ containerId: Id }, closed),
  reply: Type.Object({ application_id: Id }, closed),
});

export const getConfig = endpoint({
  name: "getConfig",
  method: "GET",
  path: "/1/api/config",
  summary: "App config",
  access: {},
  reply: AppConfig,
});

export const getManagementSettings = endpoint({
  name: "getManagementSettings",
  method: "GET",
  path: "/1/api/management-settings",
  summary: "App management settings",
  access: {},
  reply: ManagementSettings,
});

export const listEvents = endpoint({
  name: "listEvents",
  method: "GET",
  path: "/1/api/container",
  summary: "All events of the app; asked where the app allows all events",
  access: {},
  query: Type.Object({ limit: Limit }, closed),
  reply: Type.Array(Event),
});

export const listNonArchivedEvents = endpoint({
  name: "listNonArchivedEvents",
  method: "GET",
  path: "/1/api/container/non-archived",
  summary: "Events that are not archived, among the allowed ones",
  access: {},
  query: Type.Object(
    { limit: Limit, containers: Type.Optional(Type.String({ pattern: "^[0-9]+(,[0-9]+)*$", maxLength: 20_000 })) },
    closed,
  ),
  reply: Type.Array(Event),
});

export const getEvent = endpoint({
  name: "getEvent",
  method: "GET",
  path: "/1/api/container/{eventId}",
  summary: "One event",
  access: {},
  params: EventParams,
  reply: Event,
});

export const listTypeCategories = endpoint({
  name: "listTypeCategories",
  method: "GET",
  path: "/1/api/container/{eventId}/type-category",
  summary: "The event's data types by category",
  access: {},
  params: EventParams,
  reply: Type.Array(TypeCategory),
});

export const listTypes = endpoint({
  name: "listTypes",
  method: "GET",
  path: "/1/api/type",
  summary: "All data types of the app",
  access: {},
  reply: Type.Array(DataType),
});

export const getPermissions = endpoint({
  name: "getPermissions",
  method: "GET",
  path: "/1/api/permission",
  summary: "The person's permission keys in the app",
  access: {},
  reply: Permissions,
});

/** A finding of the configuration checks, as the CLI reports it. */
export const Finding = Type.Object({
  rule: Type.String(),
  severity: oneOf(["error", "warning", "note"]),
  message: Type.String(),
  file: Type.String(),
  line: Type.Integer(),
  column: Type.Integer(),
  pointer: Type.String(),
  suggestion: Type.Optional(Type.String()),
});
export type Finding = Type.Static<typeof Finding>;

/** The navigation as served: the last good config, the outlines of its icons, its texts, and what is wrong with a later edit. */
export const Navigation = Type.Object({
  config: Type.Unsafe<NavConfig>(Type.Object({}, { additionalProperties: true })),
  revision: Type.String(),
  icons: record(Type.Array(Type.String()), { description: "SVG paths on a 16 by 16 field, by icon name" }),
  texts: Type.Array(
    Type.Object({ locale: Type.String(), namespace: Type.String(), texts: record(Type.String()) }, closed),
    { description: "What the labels and reasons of the config say" },
  ),
  findings: Type.Array(Finding),
});
export type Navigation = Type.Static<typeof Navigation>;

export const getNavigation = endpoint({
  name: "getNavigation",
  method: "GET",
  path: "/1/dashboard/navigation",
  summary: "The arrangement of the side navigation",
  access: {},
  reply: Navigation,
});

/** What the browser may know of the settings (INTERFACES §2). */
export const BrowserSettings = Type.Object({
  apiUrl: Type.String(),
  environment: oneOf(["production", "staging", "development"]),
  product: Type.String(),
  oldDashboardUrl: Type.String(),
  publicNetworkingUrl: Type.String(),
  apiDocsUrl: Type.String(),
  sentryDsn: Type.String(),
  gridLicenseKey: Type.String(),
  analyticsUrl: Type.String(),
  analyticsToken: Type.String(),
  release: Type.String(),
  sendsMail: Type.Boolean({ description: "Whether a mail server is set; without one mail is kept in the outbox" }),
});
export type BrowserSettings = Type.Static<typeof BrowserSettings>;

export const JobState = oneOf(["queued", "running", "done", "failed", "cancelled"]);
export type JobState = Type.Static<typeof JobState>;

/** Of an act that somebody may undo: whose it is, where it is not their own. */
export const By = Type.Optional(
  Type.String({ description: "The name of the colleague whose act it is; absent of one's own" }),
);

/** A piece of long work and how far it is. */
export const Job = Type.Object({
  id: Id,
  kind: Type.String(),
  state: JobState,
  progress: Type.Number({ minimum: 0, maximum: 1 }),
  result: Type.Optional(Type.Unknown()),
  error: Type.Optional(Type.String({ description: "Why it failed, in one sentence" })),
  code: Type.Optional(Type.String({ description: "Stable name of why it failed, to act on" })),
  reasons: Problem.properties.reasons,
  created_at: DateTime,
});
export type Job = Type.Static<typeof Job>;

const JobParams = Type.Object({ jobId: Id }, closed);

export const getJob = endpoint({
  name: "getJob",
  method: "GET",
  path: "/1/api/job/{jobId}",
  summary: "How far a job is",
  access: {},
  params: JobParams,
  reply: Job,
});

export const cancelJob = endpoint({
  name: "cancelJob",
  method: "POST",
  path: "/1/api/job/{jobId}/cancel",
  summary: "Stop a job; what it has not committed is undone, and what is done whole or not at all is put back",
  unkeyed: true,
  access: {},
  params: JobParams,
  reply: Job,
});

export const getJobFile = endpoint({
  name: "getJobFile",
  method: "GET",
  path: "/1/api/job/{jobId}/file",
  summary: "The file that a job made",
  access: {},
  params: JobParams,
  reply: Type.Unknown(),
  replyType: "application/octet-stream",
});

/** What an import did, or in a dry run would do. */
export const ImportResult = Type.Object({
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  skipped: Type.Integer(),
  errors: Type.Array(Type.Object({ line: Type.Integer(), field: Type.String(), message: Type.String() })),
  more: Type.Optional(Type.Integer({ description: "Problems beyond those in errors; the job's file has all of them" })),
});
export type ImportResult = Type.Static<typeof ImportResult>;

/** Bytes that an import file may have; lists as CSV, which are read line by line, may have more. */
export const IMPORT_LIMIT = 32 * 1024 * 1024;
export const CSV_LIMIT = 128 * 1024 * 1024;

/** What a row of a list finds its profile by. */
export const IMPORT_KEYS = ["auto", "email", "registration_id", "id"] as const;
export type ImportKey = (typeof IMPORT_KEYS)[number];

export const startImport = endpoint({
  name: "startImport",
  method: "POST",
  path: "/1/api/container/{eventId}/import",
  summary: "Import a file as a job; a dry run reports the same result and changes nothing",
  // Whom at least one kind of import lets in; each has a right of its own.
  access: { accessRole: 200 },
  params: EventParams,
  query: Type.Object(
    {
      kind: oneOf(["schedule", "thing"]),
      format: oneOf(["frab-xml", "schedule-json", "ical", "open-event", "csv", "xlsx"]),
      type: Type.Optional(Id),
      sheet: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: "The sheet of a workbook, by its name; without it, the first that is a list",
        }),
      ),
      key: Type.Optional(
        oneOf(
          IMPORT_KEYS,
          "What a row finds its profile by; auto takes the id, else the e-mail address, else the name. Of profiles alone",
        ),
      ),
      locale: Type.Optional(
        Type.String({ maxLength: 20, description: "Language of what is said of rows, of profiles alone" }),
      ),
      mode: oneOf(["dry-run", "apply"]),
    },
    closed,
  ),
  rawBody: {
    types: [
      "application/xml",
      "text/xml",
      "text/plain",
      "text/csv",
      "text/calendar",
      "application/octet-stream",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ],
    limit: CSV_LIMIT,
    isStreamed: true,
  },
  reply: Type.Object({ job: Type.Object({ id: Id, state: JobState }) }),
  status: 202,
  problems: {
    "import.unknown_format": { status: 400, message: "This kind of data cannot be imported from that format" },
  },
});
