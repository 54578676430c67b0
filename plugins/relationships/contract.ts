// Relationships: kinds of links between profiles, and the links themselves.
import * as Type from "typebox/type";
import { EventParams, JobState } from "#schemas/core.ts";
import { endpoint } from "#schemas/endpoint.ts";
import { FieldKey, FieldKind, Texts } from "#schemas/fields.ts";
import { ListAnswer, ListQuestion } from "#schemas/list.ts";
import { DateTime, Id, LocaleTag, oneOf } from "#schemas/scalars.ts";
import { optional } from "#schemas/shapes.ts";

const closed = { additionalProperties: false } as const;
// As its entry in the navigation, which the specification gives no threshold.
const reading = { permissions: ["relationships"] };
const writing = { accessRole: 200, permissions: ["relationships"] };

/** How many profiles may stand at each end: `one-many` is one at the first end for many at the second. */
export const CARDINALITIES = ["many-many", "one-many", "many-one", "one-one"] as const;

/** Which profiles may stand at one end: of a category, or of some data types of it. */
const End = Type.Object(
  {
    label: Type.String({
      minLength: 1,
      maxLength: 80,
      pattern: "\\S",
      description: "What the other one is, seen from here, for example “is represented by”",
    }),
    category: Type.Union([Type.Integer({ minimum: 1, maximum: 3 }), Type.Null()], {
      description: "1 participants, 2 companies, 3 items, null all",
    }),
    types: Type.Array(Id, {
      maxItems: 200,
      uniqueItems: true,
      description: "Data types; all of the category when empty",
    }),
  },
  closed,
);
export type End = Type.Static<typeof End>;

const written = {
  name: Type.String({ minLength: 1, maxLength: 80, pattern: "\\S" }),
  from: End,
  to: End,
  cardinality: oneOf(CARDINALITIES),
};

const visible = Type.Boolean({ description: "Whether participants see its links" });

export const Kind = Type.Object({
  id: Id,
  rev: Type.Integer({ description: "Counts the saves; a save names the one that it started from" }),
  ...written,
  visible,
  position: Type.Integer({ description: "Place among the kinds; those of one place stand by name" }),
  links: Type.Integer(),
  created_at: DateTime,
  updated_at: DateTime,
});
export type Kind = Type.Static<typeof Kind>;

export const KindDraft = Type.Object({ ...written, visible: Type.Optional(visible) }, closed);
export type KindDraft = Type.Static<typeof KindDraft>;

export const KindChange = Type.Object(
  { ...optional({ ...written, visible }), rev: Type.Integer({ minimum: 1 }) },
  closed,
);
export type KindChange = Type.Static<typeof KindChange>;

/** How a link came to be. */
export const LINK_SOURCES = ["hand", "import", "match"] as const;
export type LinkSource = (typeof LINK_SOURCES)[number];

const Profile = Type.Object({ id: Id, name: Type.String(), company_name: Type.String(), type_id: Id });

export const Link = Type.Object({
  id: Id,
  from: Profile,
  to: Profile,
  source: oneOf(LINK_SOURCES, "By whom it was made: by hand, by a file of pairs, or since two fields say the same"),
  created_at: DateTime,
});
export type Link = Type.Static<typeof Link>;

const KindParams = Type.Object({ eventId: Id, kindId: Id }, closed);
const Started = Type.Object({ job: Type.Object({ id: Id, state: JobState }) });
const Done = Type.Object({ done: Type.Literal(true) });

const kindRefusals = {
  "relationships.name_taken": { status: 400, message: "Another kind of relationship has that name" },
  "relationships.cardinality_broken": { status: 400, message: "Links that are there already would break this rule" },
  "relationships.ends_broken": { status: 400, message: "Links that are there already would not fit these ends" },
  "relationships.circle_there": { status: 400, message: "Links that are there already stand in a circle" },
};
const linkRefusals = {
  "relationships.itself": { status: 400, message: "A profile cannot be related to itself" },
  "relationships.end_refused": { status: 400, message: "This profile may not stand at this end" },
  "relationships.taken": { status: 400, message: "This end takes one link only, and there is one already" },
  "relationships.exists": { status: 400, message: "These two are linked already" },
  "relationships.circle": { status: 400, message: "This link would close a circle" },
};

export const listKinds = endpoint({
  name: "listKinds",
  method: "GET",
  path: "/1/api/container/{eventId}/relationship",
  summary: "Kinds of relationships of the event in their order, with the number of their links",
  access: reading,
  params: EventParams,
  reply: Type.Array(Kind),
});

export const countEnds = endpoint({
  name: "countEnds",
  method: "GET",
  path: "/1/api/container/{eventId}/relationship/end",
  summary: "How many profiles the event has of each data type that may stand at an end of a kind",
  access: reading,
  params: EventParams,
  reply: Type.Array(Type.Object({ type_id: Id, profiles: Type.Integer() })),
});

export const createKind = endpoint({
  name: "createKind",
  method: "POST",
  path: "/1/api/container/{eventId}/relationship",
  summary: "Add a kind of relationship",
  access: writing,
  params: EventParams,
  body: KindDraft,
  reply: Kind,
  status: 201,
  problems: kindRefusals,
});

export const saveKind = endpoint({
  name: "saveKind",
  method: "PATCH",
  path: "/1/api/container/{eventId}/relationship/{kindId}",
  summary: "Change a kind of relationship; refused when links that are there would break it",
  access: writing,
  params: KindParams,
  body: KindChange,
  reply: Kind,
  problems: kindRefusals,
});

export const orderKinds = endpoint({
  name: "orderKinds",
  method: "PUT",
  path: "/1/api/container/{eventId}/relationship/order",
  summary: "Put the kinds of relationships in an order; those that are not named come last",
  access: writing,
  params: EventParams,
  body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true }) }, closed),
  reply: Type.Array(Kind),
});

export const removeKind = endpoint({
  name: "removeKind",
  method: "DELETE",
  path: "/1/api/container/{eventId}/relationship/{kindId}",
  summary: "Remove a kind of relationship with all of its links",
  access: writing,
  params: KindParams,
  query: Type.Object({ rev: Type.Integer({ minimum: 1 }) }, closed),
  reply: Done,
});

export const queryLinks = endpoint({
  name: "queryLinks",
  method: "POST",
  path: "/1/api/container/{eventId}/relationship/{kindId}/link/query",
  summary: "Links of one kind: one slice, searched by the words of either profile",
  access: reading,
  params: KindParams,
  body: ListQuestion,
  reply: ListAnswer(Link),
  safe: true,
});

export const findEnds = endpoint({
  name: "findEnds",
  method: "POST",
  path: "/1/api/container/{eventId}/relationship/{kindId}/find",
  summary: "The first profiles with some words that may stand at one end of a kind",
  access: reading,
  params: KindParams,
  query: Type.Object({ end: oneOf(["from", "to"]) }, closed),
  body: Type.Object({ words: Type.String({ minLength: 1, maxLength: 200 }) }, closed),
  reply: Type.Array(Profile),
  safe: true,
});

export const createLink = endpoint({
  name: "createLink",
  method: "POST",
  path: "/1/api/container/{eventId}/relationship/{kindId}/link",
  summary: "Link two profiles",
  access: writing,
  params: KindParams,
  body: Type.Object({ from: Id, to: Id }, closed),
  reply: Link,
  status: 201,
  problems: linkRefusals,
});

export const removeLink = endpoint({
  name: "removeLink",
  method: "DELETE",
  path: "/1/api/container/{eventId}/relationship/{kindId}/link/{linkId}",
  summary: "Take a link away; its profiles stay",
  access: writing,
  params: Type.Object({ eventId: Id, kindId: Id, linkId: Id }, closed),
  reply: Done,
});

export const importLinks = endpoint({
  name: "importLinks",
  method: "POST",
  path: "/1/api/container/{eventId}/relationship/{kindId}/import",
  summary:
    "Link pairs of a CSV file, each by id, e-mail address or whole name; its job's result counts and names lines",
  access: writing,
  params: KindParams,
  query: Type.Object({ mode: oneOf(["dry-run", "apply"]), locale: Type.Optional(LocaleTag) }, closed),
  rawBody: { types: ["text/csv", "application/octet-stream"], limit: 5 * 1024 * 1024, isStreamed: true },
  reply: Started,
  status: 202,
});

/** What the job of an import answers. Of its lines with problems it keeps a file. */
export interface LinkImport {
  created: number;
  existing: number;
  /** `path` names those in the circle that a line would close. */
  errors: { line: number; reason: string; word: string; found: number; path?: string }[];
  /** Lines with a problem beyond those that are listed. */
  more: number;
  /** Until when it can be undone; null where nothing was written. */
  until: string | null;
}

export const queryUnlinked = endpoint({
  name: "queryUnlinked",
  method: "POST",
  path: "/1/api/container/{eventId}/relationship/{kindId}/unlinked",
  summary:
    "Profiles that may stand at one end of a kind and have no link of it, for example companies without a representative",
  access: reading,
  params: KindParams,
  query: Type.Object({ end: oneOf(["from", "to"]) }, closed),
  body: ListQuestion,
  reply: ListAnswer(Profile),
  safe: true,
});

/** A link as one of its profiles sees it. */
export const LinkOf = Type.Object({
  id: Id,
  kind_id: Id,
  end: oneOf(["from", "to"], "The end at which the profile stands"),
  label: Type.String({ description: "What the other one is, seen from here" }),
  other: Profile,
  source: oneOf(LINK_SOURCES),
  visible,
});
export type LinkOf = Type.Static<typeof LinkOf>;

export const listLinksOf = endpoint({
  name: "listLinksOf",
  method: "GET",
  path: "/1/api/container/{eventId}/thing/{thingId}/relationship",
  summary: "The first thousand links of a profile",
  access: reading,
  params: Type.Object({ eventId: Id, thingId: Id }, closed),
  reply: Type.Array(LinkOf),
});

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
