// Files that answer a field: sent first, then named by the profile's answer, and shown to those who may see the field.
import * as Type from "typebox/type";
import { endpoint } from "#schemas/endpoint.ts";
import { FILE_MEGABYTES_AT_MOST } from "#schemas/fields.ts";
import { Id } from "#schemas/scalars.ts";

const closed = { additionalProperties: false } as const;
const reading = { accessRole: 299, permissions: ["things"] };
const writing = { accessRole: 200, permissions: ["things"] };

export const MEGABYTE = 1024 * 1024;

/** A file that was taken. */
export const SentFile = Type.Object({
  answer: Type.String({ description: "What the profile's answer says to give this file" }),
  name: Type.String(),
  media_type: Type.String(),
  size: Type.Integer({ description: "Bytes" }),
});

export const sendFile = endpoint({
  name: "sendFile",
  method: "POST",
  path: "/1/api/container/{eventId}/field/{fieldId}/file",
  summary:
    "Send a file for a field; a profile is given it by saving `answer`. Unless one is within a day, it is dropped",
  access: writing,
  params: Type.Object({ eventId: Id, fieldId: Id }, closed),
  query: Type.Object({ name: Type.String({ minLength: 1, maxLength: 255, description: "What it is called" }) }, closed),
  rawBody: { types: ["application/octet-stream"], limit: FILE_MEGABYTES_AT_MOST * MEGABYTE },
  reply: SentFile,
  status: 201,
  problems: {
    "event-data.file_wrong": { status: 400, message: "This file is none of the types that the field takes" },
    "event-data.file_large": { status: 400, message: "This file is larger than the field allows" },
  },
});

export const getAnswerFile = endpoint({
  name: "getAnswerFile",
  method: "GET",
  path: "/1/api/container/{eventId}/thing/{thingId}/field/{fieldId}/file",
  summary: "The file that a profile gives as its answer, for those who may see the field",
  access: reading,
  params: Type.Object({ eventId: Id, thingId: Id, fieldId: Id }, closed),
  reply: Type.Unknown(),
  replyType: "application/octet-stream",
});
