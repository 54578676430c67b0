// People who answer a multi-event field differently from event to event, and how that is settled.
import * as Type from "typebox/type";
import { JobState } from "./core.ts";
import { endpoint } from "./endpoint.ts";
import { Promotion, PromotionDraft } from "./fieldPromotion.ts";
import { DateTime, Id } from "./scalars.ts";

const closed = { additionalProperties: false } as const;
const sharing = { accessRole: 3, permissions: ["things"] };
const FieldParams = Type.Object({ fieldId: Id }, closed);
const { field, differing, people } = Promotion.properties;

/** Whose answers differ, and the first two hundred of them. */
export const Differing = Type.Object({ field, differing, people });
export type Differing = Type.Static<typeof Differing>;

export const listDiffering = endpoint({
  name: "listDiffering",
  method: "GET",
  path: "/1/api/field/{fieldId}/differing",
  summary:
    "People whose answers to a multi-event field differ between events that are not archived, the newest answer first",
  access: sharing,
  params: FieldParams,
  reply: Differing,
});

const { differing: rule, choices } = PromotionDraft.properties;

/** Which answer stands: of everybody the newest, or only those that were chosen. */
export const SettleDraft = Type.Object({ differing: rule, choices }, closed);
export type SettleDraft = Type.Static<typeof SettleDraft>;

export const Settled = Type.Object({
  changed: Type.Integer({ description: "Profiles with another answer" }),
  skipped: Type.Integer({
    description: "Left alone, since somebody saved them in between or another person gives that answer",
  }),
  until: Type.Union([DateTime, Type.Null()], { description: "Until when it can be undone" }),
});
export type Settled = Type.Static<typeof Settled>;

const Started = Type.Object({ job: Type.Object({ id: Id, state: JobState }) });

export const startDifferingFile = endpoint({
  name: "startDifferingFile",
  method: "POST",
  path: "/1/api/field/{fieldId}/differing/file",
  summary:
    "Write all people whose answers to a multi-event field differ as a CSV file with a line for each answer, as a job",
  access: sharing,
  params: FieldParams,
  body: Type.Object(
    { locale: Type.Optional(Type.String({ maxLength: 20, description: "Language of what is written in words" })) },
    closed,
  ),
  reply: Started,
  status: 202,
});

export const settleDiffering = endpoint({
  name: "settleDiffering",
  method: "POST",
  path: "/1/api/field/{fieldId}/differing/settle",
  summary: "Give people one answer in all events, the newest or a chosen one, as a job",
  access: sharing,
  params: FieldParams,
  body: SettleDraft,
  reply: Started,
  status: 202,
});

export const undoSettling = endpoint({
  name: "undoSettling",
  method: "POST",
  path: "/1/api/field/{fieldId}/differing/{jobId}/undo",
  summary: "Give each event its answers back within ten minutes, as a job; what was changed since is left alone",
  access: sharing,
  params: Type.Object({ fieldId: Id, jobId: Id }, closed),
  reply: Started,
  status: 202,
  problems: { "event-data.undo_over": { status: 409, message: "This can no longer be undone" } },
});
