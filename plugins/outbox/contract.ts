// Mail that the app has written: what went out, what waits, what failed.
import * as Type from "typebox/type";
import { JobState } from "#schemas/core.ts";
import { endpoint } from "#schemas/endpoint.ts";
import { LETTER_KINDS, LETTER_STATES } from "#schemas/letters.ts";
import { DayZone, ListAnswer, ListFilter, ZonedQuestion } from "#schemas/list.ts";
import { DateTime, Id, oneOf } from "#schemas/scalars.ts";

const closed = { additionalProperties: false } as const;
const access = { accessRole: 3, permissions: ["user_management"] };
const LetterParams = Type.Object({ letterId: Id }, closed);

/** A letter as the list has it. */
export const LetterRow = Type.Object({
  id: Id,
  recipient: Type.String(),
  subject: Type.String(),
  kind: oneOf(LETTER_KINDS, "What it is about; other for letters from before that was noted"),
  state: oneOf(
    LETTER_STATES,
    "kept: mail is not sent from here, this is where it is read; expired: what it carried was over before it could be sent",
  ),
  created_at: DateTime,
});
export type LetterRow = Type.Static<typeof LetterRow>;

const OrNone = Type.Union([DateTime, Type.Null()]);

export const Letter = Type.Object({
  ...LetterRow.properties,
  text: Type.String({
    description: "Empty once it has been sent or has expired: it may have held a link that lets somebody in",
  }),
  hidden: Type.Boolean({ description: "It lets its reader in, and is not for whoever asks" }),
  attempts: Type.Integer(),
  error: Type.Union([Type.String(), Type.Null()], { description: "What the mail server said" }),
  sent_at: OrNone,
  next_at: Type.Union([DateTime, Type.Null()], { description: "When it is tried next" }),
  expires_at: Type.Union([DateTime, Type.Null()], { description: "When what it carries expires" }),
});
export type Letter = Type.Static<typeof Letter>;

export const queryLetters = endpoint({
  name: "queryLetters",
  method: "POST",
  path: "/1/api/outbox/query",
  summary: "Mail of the app, the latest first",
  access,
  safe: true,
  body: ZonedQuestion,
  reply: ListAnswer(LetterRow),
});

const Count = Type.Integer();

export const LetterCounts = Type.Object({
  sends: Type.Boolean({ description: "Whether a mail server is set" }),
  letters: Type.Object({ failed: Count, queued: Count, kept: Count, expired: Count, sent: Count }, closed),
});
export type LetterCounts = Type.Static<typeof LetterCounts>;

export const countLetters = endpoint({
  name: "countLetters",
  method: "GET",
  path: "/1/api/outbox/count",
  summary: "How many letters of the app are in each state",
  access,
  reply: LetterCounts,
});

export const getLetter = endpoint({
  name: "getLetter",
  method: "GET",
  path: "/1/api/outbox/{letterId}",
  summary: "One letter with its text",
  access,
  params: LetterParams,
  reply: Letter,
});

export const retryLetter = endpoint({
  name: "retryLetter",
  method: "POST",
  path: "/1/api/outbox/{letterId}/retry",
  summary: "Try a letter that failed once more",
  access,
  params: LetterParams,
  reply: Letter,
});

export const LettersToRetry = Type.Object(
  {
    search: Type.Optional(Type.String({ maxLength: 200, description: "Words that must all be found" })),
    filter: Type.Optional(Type.Array(ListFilter, { maxItems: 39 })),
    zone: DayZone,
  },
  closed,
);
export type LettersToRetry = Type.Static<typeof LettersToRetry>;

/** What trying many again came to. */
export const LettersRetried = Type.Object({
  retried: Type.Integer({ description: "Letters that are in line again" }),
});
export type LettersRetried = Type.Static<typeof LettersRetried>;

export const retryLetters = endpoint({
  name: "retryLetters",
  method: "POST",
  path: "/1/api/outbox/retry",
  summary: "Try all letters that failed and that a question finds once more, as a job",
  access,
  body: LettersToRetry,
  reply: Type.Object({ job: Type.Object({ id: Id, state: JobState }) }),
  status: 202,
});
