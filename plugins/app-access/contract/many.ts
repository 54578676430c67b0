// Many who are sent a log-in e-mail together.
import * as Type from "typebox/type";
import { EventParams, JobState } from "#schemas/core.ts";
import { endpoint } from "#schemas/endpoint.ts";
import { Id, oneOf } from "#schemas/scalars.ts";
import { Selection } from "../../event-data/contract/things.ts";
import { HINDRANCES, hindered } from "./hindrances.ts";

const closed = { additionalProperties: false } as const;

/** Minutes within which nobody among many is written to again. */
export const PAUSE_MINUTES = 60;

/** Many who are to get a log-in e-mail. */
export const LoginMailDraft = Type.Object(
  {
    selection: Selection,
    mode: oneOf(["dry-run", "apply"]),
    only_new: Type.Optional(Type.Boolean({ description: "Leaves out who has logged in already" })),
    locale: Type.Optional(Type.String({ maxLength: 20, description: "Language of the messages" })),
  },
  closed,
);
export type LoginMailDraft = Type.Static<typeof LoginMailDraft>;

/** Why somebody among many gets no log-in e-mail. */
export const LEFT_OUT = [...HINDRANCES, "too_soon", "entered", "overtaken"] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** What sending to many did, or would do. */
export const LoginMailResult = Type.Object({
  sent: Type.Integer(),
  left: Type.Array(Type.Object({ reason: oneOf(LEFT_OUT), count: Type.Integer() })),
  sample: Type.Array(Type.Object({ id: Id, name: Type.String(), email: Type.String() })),
});
export type LoginMailResult = Type.Static<typeof LoginMailResult>;

export const sendLoginMails = endpoint({
  name: "sendLoginMails",
  method: "POST",
  path: "/1/api/container/{eventId}/app-access/mail",
  summary:
    "Send many participants an e-mail with a log-in link, or try what that would do, as a job; its file holds those who were left out",
  access: { accessRole: 200, permissions: ["things"] },
  params: EventParams,
  body: LoginMailDraft,
  reply: Type.Object({ job: Type.Object({ id: Id, state: JobState }) }),
  status: 202,
  problems: {
    "app-access.no_app": hindered["app-access.no_app"],
    "app-access.inactive": hindered["app-access.inactive"],
    "app-access.no_networking": hindered["app-access.no_networking"],
  },
});
