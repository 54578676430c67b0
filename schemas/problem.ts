// The one error reply, and the catalogue of the codes that every endpoint may answer.
import * as Type from "typebox/type";
import { record } from "./shapes.ts";

/** Among the reasons of a problem, the one that is about no single field. */
export const WHOLE = "";

/** What a failed call answers: `{ "error": Problem }` (INTERFACES §4). */
export const Problem = Type.Object(
  {
    code: Type.String({ description: "Stable name of the problem, to act on" }),
    message: Type.String({ description: "One sentence for a person" }),
    fields: Type.Optional(record(Type.String(), { description: "What is wrong with which field" })),
    reasons: Type.Optional(
      record(
        Type.Object({
          text: Type.String({ description: "Key of a text of the dashboard" }),
          values: record(Type.Union([Type.String(), Type.Number()])),
        }),
        { description: "Why, by field and for the whole under an empty name, for those who say it in a language" },
      ),
    ),
    requestId: Type.String({ description: "Names this request in the log" }),
    current: Type.Optional(Type.Unknown({ description: "With `stale`: the row as it is now" })),
  },
  { additionalProperties: false },
);
export type Problem = Type.Static<typeof Problem>;

/** One entry of the catalogue: its HTTP status, its default sentence, and whether it is reported as a fault of ours. */
export interface ProblemKind {
  status: number;
  message: string;
  reported?: boolean;
}

/** Codes that any endpoint may answer. An area adds its own in its contract, as `area.reason`. */
export const commonProblems = {
  invalid: { status: 400, message: "The request is not valid" },
  bad_json: { status: 400, message: "The body is not valid JSON" },
  unauthenticated: { status: 401, message: "Log in to go on" },
  app_token: { status: 403, message: "The application token is missing or not valid" },
  token_expired: { status: 401, message: "The API token has expired" },
  token_address: { status: 403, message: "The API token may not be used from this address" },
  token_scope: { status: 403, message: "The API token lacks a scope for this" },
  forbidden: { status: 403, message: "You may not do this" },
  not_found: { status: 404, message: "There is nothing here" },
  method_not_allowed: { status: 405, message: "This address does not take that method" },
  key_reused: { status: 422, message: "This Idempotency-Key was sent with another request" },
  key_spent: { status: 409, message: "This was done already; its answer is no longer kept" },
  stale: { status: 409, message: "Somebody else changed this in the meantime" },
  too_large: { status: 413, message: "The body is larger than the limit" },
  unsupported_media: { status: 415, message: "This kind of content is not taken here" },
  throttled: { status: 429, message: "Too many failed attempts, wait a moment" },
  unexpected: { status: 500, message: "Something went wrong on our side", reported: true },
  unavailable: { status: 503, message: "The server is not ready" },
} as const satisfies Record<string, ProblemKind>;
export type CommonProblemCode = keyof typeof commonProblems;
