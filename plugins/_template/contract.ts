// Notes that administrators leave for each other on an event.
import * as Type from "typebox/type";
import { endpoint } from "#schemas/endpoint.ts";
import { DateTime, Id } from "#schemas/scalars.ts";

const closed = { additionalProperties: false } as const;
const reading = { accessRole: 299, permissions: ["containers"] };
const writing = { accessRole: 95, permissions: ["containers"] };

/** A note as it is kept. */
export const TemplateNote = Type.Object({
  id: Id,
  rev: Type.Integer({ description: "Counts up with every save" }),
  text: Type.String(),
  updated_at: DateTime,
});
export type TemplateNote = Type.Static<typeof TemplateNote>;

/** A note as it is written. */
export const TemplateNoteDraft = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 2000, pattern: "\\S", description: "What the others should know" }) },
  closed,
);
export type TemplateNoteDraft = Type.Static<typeof TemplateNoteDraft>;

const EventParams = Type.Object({ eventId: Id }, closed);
const NoteParams = Type.Object({ eventId: Id, noteId: Id }, closed);

export const listTemplateNotes = endpoint({
  name: "listTemplateNotes",
  method: "GET",
  path: "/1/api/container/{eventId}/template/note",
  summary: "Notes of the event, newest first",
  access: reading,
  params: EventParams,
  reply: Type.Array(TemplateNote),
});

export const createTemplateNote = endpoint({
  name: "createTemplateNote",
  method: "POST",
  path: "/1/api/container/{eventId}/template/note",
  summary: "Leave a note",
  access: writing,
  params: EventParams,
  body: TemplateNoteDraft,
  reply: TemplateNote,
  status: 201,
});

export const saveTemplateNote = endpoint({
  name: "saveTemplateNote",
  method: "PATCH",
  path: "/1/api/container/{eventId}/template/note/{noteId}",
  summary: "Change a note",
  access: writing,
  params: NoteParams,
  body: Type.Object({ rev: Type.Integer(), ...TemplateNoteDraft.properties }, closed),
  reply: TemplateNote,
});

export const removeTemplateNote = endpoint({
  name: "removeTemplateNote",
  method: "DELETE",
  path: "/1/api/container/{eventId}/template/note/{noteId}",
  summary: "Remove a note",
  access: writing,
  params: NoteParams,
  reply: Type.Object({ id: Id }),
});
