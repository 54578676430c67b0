// Mail that the app has written: what went out, what waits, what failed.
import * as Type from "typebox/type";
import { endpoint } from "#schemas/endpoint.ts";
import { DateTime, Id, oneOf } from "#schemas/scalars.ts";

const closed = { additionalProperties: false } as const;
const access = { accessRole: 3, permissions: ["user_management"] };

/** Letters that one list answers. */
export const OUTBOX_LIMIT = 1000;

export const Letter = Type.Object({
  id: Id,
  recipient: Type.String(),
  subject: Type.String(),
  text: Type.String({ description: "Empty once it has been sent: it may have held a link that lets somebody in" }),
  hidden: Type.Boolean({ description: "It lets its reader in, and is not for whoever asks" }),
  state: oneOf(["queued", "sent", "failed", "kept"], "kept: mail is not sent from here; this is where it is read"),
  attempts: Type.Integer(),
  error: Type.Union([Type.String(), Type.Null()], { description: "What the mail server said" }),
  created_at: DateTime,
  sent_at: Type.Union([DateTime, Type.Null()]),
});
export type Letter = Type.Static<typeof Letter>;

export const listLetters = endpoint({
  name: "listLetters",
  method: "GET",
  path: "/1/api/outbox",
  summary: "Mail of the app, newest first",
  access,
  reply: Type.Object({
    sends: Type.Boolean({ description: "Whether a mail server is set" }),
    letters: Type.Array(Letter),
  }),
});

export const retryLetter = endpoint({
  name: "retryLetter",
  method: "POST",
  path: "/1/api/outbox/{letterId}/retry",
  summary: "Try a letter that failed once more",
  access,
  params: Type.Object({ letterId: Id }, closed),
  reply: Letter,
});
