// Links that are made together: by matching fields, how far they can be undone, and how any link came to be.
import * as Type from "typebox/type";
import { By, EventParams, JobState } from "#schemas/core.ts";
import { endpoint } from "#schemas/endpoint.ts";
import { FieldKey, FieldKind, Texts } from "#schemas/fields.ts";
import { DateTime, Id, LocaleTag, oneOf } from "#schemas/scalars.ts";

const closed = { additionalProperties: false } as const;
const reading = { permissions: ["relationships"] };
const writing = { accessRole: 200, permissions: ["relationships"] };
const KindParams = Type.Object({ eventId: Id, kindId: Id }, closed);
const Started = Type.Object({ job: Type.Object({ id: Id, state: JobState }) });

/** How a link came to be. */
export const LINK_SOURCES = ["hand", "import", "match"] as const;
export type LinkSource = (typeof LINK_SOURCES)[number];

/** What is compared of an answer: the whole of it, or only the domain of an address. */
export const MATCH_PARTS = ["whole", "domain"] as const;

const MatchEnd = Type.Object(
  {
    field: Type.String({
      pattern: "^(id|name|email|company_name|fields\\.[a-z0-9_]{1,64})$",
      description: "Built-in field, or an own one as fields.key",
    }),
    part: oneOf(MATCH_PARTS, "The domain of an email address or a link says for which company it is"),
  },
  closed,
);
export type MatchEnd = Type.Static<typeof MatchEnd>;

const MatchDraft = Type.Object(
  {
    mode: oneOf(["dry-run", "apply"], "A dry run changes nothing and answers the same"),
    from: MatchEnd,
    to: MatchEnd,
    locale: Type.Optional(LocaleTag),
  },
  closed,
);
export type MatchDraft = Type.Static<typeof MatchDraft>;

/** Kinds of own fields whose answers can be compared. */
export const MATCHED_KINDS = ["text", "number", "email", "url", "phone"] as const;

export const listMatchFields = endpoint({
  name: "listMatchFields",
  method: "GET",
  path: "/1/api/container/{eventId}/relationship/match/field",
  summary: "Own fields of the event by which profiles can be linked, as far as the person may see them",
  access: reading,
  params: EventParams,
  reply: Type.Array(Type.Object({ key: FieldKey, kind: FieldKind, labels: Texts })),
});

export const matchLinks = endpoint({
  name: "matchLinks",
  method: "POST",
  path: "/1/api/container/{eventId}/relationship/{kindId}/match",
  summary:
    "Link the profiles of both ends that say the same in two fields; its job's result counts links, those that are there and those that are left out",
  access: writing,
  params: KindParams,
  body: MatchDraft,
  reply: Started,
  status: 202,
});

/** Why a value links nobody, or why two profiles stay unlinked. */
export const MATCH_REASONS = ["several", "common", "taken", "circle"] as const;

/** What the job of a matching answers. Of what is left out it keeps a file. */
export interface LinkMatch {
  created: number;
  existing: number;
  left: Record<(typeof MATCH_REASONS)[number], number>;
  /** The first that are left out; `found` is how many could be meant, or what the circle goes through. */
  examples: { reason: (typeof MATCH_REASONS)[number]; value: string; name: string; other: string; found: number }[];
  /** Profiles of each end whose answer nobody of the other end has, and those without one. */
  alone: { from: number; to: number };
  empty: { from: number; to: number };
  until: string | null;
}

export const LinkRun = Type.Object({
  job: Id,
  links: Type.Integer({ description: "Links that it has made" }),
  source: oneOf(LINK_SOURCES),
  until: DateTime,
  by: By,
});
export type LinkRun = Type.Static<typeof LinkRun>;

export const getLastLinkRun = endpoint({
  name: "getLastLinkRun",
  method: "GET",
  path: "/1/api/container/{eventId}/relationship/{kindId}/run",
  summary:
    "The last file or matching of the person that made links of a kind and can still be undone; null if there is none",
  access: reading,
  params: KindParams,
  reply: Type.Union([LinkRun, Type.Null()]),
});

export const undoLinks = endpoint({
  name: "undoLinks",
  method: "POST",
  path: "/1/api/container/{eventId}/relationship/{kindId}/run/{jobId}/undo",
  summary: "Take away the links that a file or a matching has made, within ten minutes; its job's result counts them",
  access: writing,
  params: Type.Object({ eventId: Id, kindId: Id, jobId: Id }, closed),
  reply: Started,
  status: 202,
  problems: {
    "relationships.undo_over": { status: 409, message: "This can no longer be undone" },
  },
});

/** Minutes for which links that were made together can be undone. */
export const UNDO_MINUTES = 10;

/** What the job that undoes answers. */
export interface LinkUndo {
  removed: number;
}
