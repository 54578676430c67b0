// Suspected duplicates among the profiles of an event, and the merge of two profiles with its undo.
import * as Type from "typebox/type";
import { EventParams, JobState } from "#schemas/core.ts";
import { endpoint } from "#schemas/endpoint.ts";
import { ListAnswer, ListQuestion, listSelection } from "#schemas/list.ts";
import { DateTime, Id, oneOf } from "#schemas/scalars.ts";
import { Loss } from "../event-data/contract/losses.ts";
import { Thing, thingRefusals } from "../event-data/contract/things.ts";

const closed = { additionalProperties: false } as const;
const reading = { accessRole: 299, permissions: ["things"] };
const writing = { accessRole: 200, permissions: ["things"] };

/** Days in which a merge can be undone. */
export const UNDO_DAYS = 30;
/** Minutes in which its undo is offered beside the queue to whoever merged. */
export const OFFERED_MINUTES = 10;

/** Why two profiles may be one, the surest first. */
export const REASONS = ["registration", "mail", "name", "phone", "near", "alone"] as const;
export type Reason = (typeof REASONS)[number];

const Profile = Type.Object({
  id: Id,
  type_id: Id,
  name: Type.String(),
  email: Type.String(),
  company_name: Type.String(),
});

export const Pair = Type.Object({
  id: Id,
  score: Type.Integer({ description: "How sure it is, from 0 to 100" }),
  reasons: Type.Array(oneOf(REASONS)),
  state: oneOf(["open", "dismissed"]),
  one: Profile,
  other: Profile,
});
export type Pair = Type.Static<typeof Pair>;

const PairParams = Type.Object({ eventId: Id, pairId: Id }, closed);
const Done = Type.Object({ done: Type.Literal(true) });

/** Of which category both profiles of a pair are: 1 participants, 2 companies, 3 items. */
const Category = Type.Integer({ minimum: 1, maximum: 3, description: "1 participants, 2 companies, 3 items" });

const Going = Type.Object({
  id: Id,
  state: JobState,
  progress: Type.Number({ minimum: 0, maximum: 1 }),
  is_open: Type.Boolean({
    description: "Whether whoever asks may look at the job and stop it: their own, or they manage the app",
  }),
});
export type Going = Type.Static<typeof Going>;

export const getDuplicates = endpoint({
  name: "getDuplicates",
  method: "GET",
  path: "/1/api/container/{eventId}/duplicate",
  summary: "How many suspected pairs there are, and when they were last searched",
  access: reading,
  params: EventParams,
  query: Type.Object({ category: Type.Optional(Category) }, closed),
  reply: Type.Object({
    open: Type.Integer(),
    dismissed: Type.Integer(),
    merged: Type.Integer({ description: "Merges of the last thirty days that have not been undone" }),
    searched_at: Type.Union([DateTime, Type.Null()], {
      description: "When the last search began that came to its end; null until one has",
    }),
    unfinished: Type.Boolean({
      description: "Whether a search has begun since that has not come to its end: there may be more pairs than these",
    }),
    crowded: Type.Integer({
      description:
        "Addresses, names or numbers that more than forty profiles share: the last whole search compared none by these",
    }),
    searching: Type.Union([Going, Type.Null()], { description: "The search that goes on, whoever began it" }),
    changed: Type.Boolean({
      description:
        "Whether profiles have come or been changed since that search, other than by a merge: there may be more pairs than these",
    }),
    listed: Type.Boolean({
      description:
        "Whether lists of profiles have the column `duplicates.pairs`; not where its number would tell too much",
    }),
  }),
});

export const queryDuplicates = endpoint({
  name: "queryDuplicates",
  method: "POST",
  path: "/1/api/container/{eventId}/duplicate/query",
  summary: "Suspected pairs of profiles, the surest first; a filter on `category` takes those of one",
  access: reading,
  params: EventParams,
  query: Type.Object({ state: Type.Optional(oneOf(["open", "dismissed"])) }, closed),
  body: ListQuestion,
  reply: ListAnswer(Pair),
  safe: true,
});

export const searchDuplicates = endpoint({
  name: "searchDuplicates",
  method: "POST",
  path: "/1/api/container/{eventId}/duplicate/search",
  summary:
    "Search the event for duplicates, as a job; pairs that were dismissed stay so. While one goes on, it is that one that is answered",
  access: writing,
  params: EventParams,
  reply: Type.Object({ job: Going }),
  status: 202,
});

/** Why two profiles can never be one. */
const unlike = {
  "duplicates.categories_differ": { status: 400, message: "A participant, a company and an item cannot be merged" },
  "duplicates.same": { status: 400, message: "A profile cannot be merged with itself" },
} as const;

const suspicion = { id: Id, reasons: Type.Array(oneOf(REASONS)), state: oneOf(["open", "dismissed"]) };
const bothWhole = {
  one: Thing,
  other: Thing,
  attached: Type.Array(Type.Object({ label: Type.String(), one: Type.Integer(), other: Type.Integer() })),
  notes: Type.Object(
    { one: Type.Array(Loss), other: Type.Array(Loss) },
    { description: "By which of the two stays, what does not simply move" },
  ),
};

/** A pair with all that both profiles say, and what other areas keep about each. */
export const PairFacts = Type.Object({ ...suspicion, ...bothWhole });
export type PairFacts = Type.Static<typeof PairFacts>;

/** The same of two that somebody has chosen, who may be no pair. */
export const Comparison = Type.Object({
  pair: Type.Union([Type.Object(suspicion), Type.Null()], {
    description: "What is said of the two as a pair; null where they are none",
  }),
  ...bothWhole,
});
export type Comparison = Type.Static<typeof Comparison>;

export const getDuplicate = endpoint({
  name: "getDuplicate",
  method: "GET",
  path: "/1/api/container/{eventId}/duplicate/{pairId}",
  summary: "One suspected pair, both profiles whole",
  access: reading,
  params: PairParams,
  reply: PairFacts,
});

export const compareThings = endpoint({
  name: "compareThings",
  method: "GET",
  path: "/1/api/container/{eventId}/duplicate/compare",
  summary: "Two profiles of one category beside each other, whether or not they are suspected to be one",
  access: reading,
  params: EventParams,
  query: Type.Object({ one: Id, other: Id }, closed),
  reply: Comparison,
  problems: unlike,
});

export const dismissDuplicate = endpoint({
  name: "dismissDuplicate",
  method: "POST",
  path: "/1/api/container/{eventId}/duplicate/{pairId}/dismiss",
  summary: "Say that a pair is two, for good, or take that back",
  access: writing,
  params: PairParams,
  body: Type.Object({ dismissed: Type.Boolean() }, closed),
  reply: Done,
});

/** Pairs that can be settled together. */
export const PAIRS_AT_ONCE = 2000;
export const dismissDuplicates = endpoint({
  name: "dismissDuplicates",
  method: "POST",
  path: "/1/api/container/{eventId}/duplicate/dismiss",
  summary: "Say of many pairs that each is two, for good, or take that back",
  access: writing,
  params: EventParams,
  body: Type.Object({ selection: listSelection(PAIRS_AT_ONCE), dismissed: Type.Boolean() }, closed),
  reply: Type.Object({ ids: Type.Array(Id, { description: "The pairs that this has changed" }) }),
  problems: {
    "duplicates.too_many": { status: 400, message: `At most ${PAIRS_AT_ONCE} pairs can be settled together` },
  },
});

const Version = Type.Object(
  {
    id: Id,
    rev: Type.Integer({ minimum: 1 }),
    photo: Type.Optional(
      Type.Union([Type.String({ maxLength: 80 }), Type.Null()], {
        description:
          "The picture that was seen, null for none; where it is another by now, the merge is refused as stale",
      }),
    ),
  },
  closed,
);

export const Merge = Type.Object({
  id: Id,
  until: DateTime,
  kept: Thing,
  dropped: Type.String({ description: "Name of the profile that is no more" }),
  moved: Type.Array(Type.Object({ label: Type.String(), count: Type.Integer() }), {
    description: "By area, how many point at the other now",
  }),
  left: Type.Array(Loss, { description: "What did not simply move" }),
});
export type Merge = Type.Static<typeof Merge>;

export const MergeDraft = Type.Object(
  {
    keep: Version,
    drop: Version,
    take: Type.Array(Type.String({ maxLength: 80 }), {
      maxItems: 300,
      description: "Fields that the kept profile takes from the other, for example `email` or `fields.diet`",
    }),
  },
  closed,
);
export type MergeDraft = Type.Static<typeof MergeDraft>;

export const mergeThings = endpoint({
  name: "mergeThings",
  method: "POST",
  path: "/1/api/container/{eventId}/thing/merge",
  summary: "Make one profile of two; everything that points at the other moves along",
  access: writing,
  params: EventParams,
  body: MergeDraft,
  reply: Merge,
  status: 201,
  problems: {
    ...thingRefusals,
    ...unlike,
  },
});

export const listMerges = endpoint({
  name: "listMerges",
  method: "GET",
  path: "/1/api/container/{eventId}/duplicate/merge",
  summary: "The merges of this person of the last ten minutes, the latest first",
  access: reading,
  params: EventParams,
  reply: Type.Array(Merge),
});

const MergeParams = Type.Object({ eventId: Id, mergeId: Id }, closed);

const by = Type.Union([Type.Object({ id: Id, name: Type.String() }), Type.Null()], {
  description: "Who merged; null where their account is gone, or was not kept yet",
});

export const MergedPair = Type.Object({
  id: Id,
  at: DateTime,
  until: DateTime,
  by,
  kept: Type.Union([Type.Object({ id: Id, name: Type.String() }), Type.Null()], {
    description: "The profile that stayed; null where it is no longer in the event",
  }),
  dropped: Type.String({ description: "Name of the profile that went" }),
});
export type MergedPair = Type.Static<typeof MergedPair>;

export const queryMerges = endpoint({
  name: "queryMerges",
  method: "POST",
  path: "/1/api/container/{eventId}/duplicate/merge/query",
  summary: "The merges of the last thirty days that can be undone, whoever made them, the latest first",
  access: reading,
  params: EventParams,
  body: ListQuestion,
  reply: ListAnswer(MergedPair),
  safe: true,
});

const parting = {
  ...thingRefusals,
  "duplicates.too_late": { status: 400, message: "This merge can no longer be undone" },
  "duplicates.erased": { status: 409, message: "One of the two has been erased since; they cannot be parted again" },
  "duplicates.overtaken": { status: 409, message: "The profile has been changed since it was merged" },
  "duplicates.kept_gone": { status: 409, message: "The profile that stayed is no longer in the event" },
  "duplicates.later_first": {
    status: 409,
    message: "The profile has been merged once more since; undo the later merge first",
  },
} as const;

const Attached = Type.Object({ label: Type.String(), one: Type.Integer(), other: Type.Integer() });
const left = Type.Array(Loss, { description: "What could not come back as it was" });

export const MergePreview = Type.Object({
  id: Id,
  at: DateTime,
  until: DateTime,
  by,
  now: Thing,
  kept: Thing,
  dropped: Thing,
  attached: Type.Array(Attached, {
    description: "By area, how much points at the kept profile (`one`) and at the other (`other`) afterwards",
  }),
  left,
});
export type MergePreview = Type.Static<typeof MergePreview>;

export const previewUnmerge = endpoint({
  name: "previewUnmerge",
  method: "POST",
  path: "/1/api/container/{eventId}/thing/merge/{mergeId}/undo/preview",
  summary: "What undoing a merge would bring back and what not; changes nothing",
  access: writing,
  params: MergeParams,
  reply: MergePreview,
  unkeyed: true,
  problems: parting,
});

export const undoMerge = endpoint({
  name: "undoMerge",
  method: "POST",
  path: "/1/api/container/{eventId}/thing/merge/{mergeId}/undo",
  summary: "Take a merge of the last thirty days back; what has been changed since stays and is told",
  access: writing,
  params: MergeParams,
  reply: Type.Object({ kept: Thing, dropped: Thing, left }),
  problems: parting,
});
