// Many who are sent a log-in e-mail together.
import * as Type from "typebox/type";
import { HINDRANCES } from "./hindrances.ts";

/** The act among those on many profiles. */
export const MAIL_ACT = "app-access.mail";

/** Minutes within which nobody among many is written to again. */
export const PAUSE_MINUTES = 60;

/** What is chosen for it. */
export const LoginMailOrder = Type.Object(
  { only_new: Type.Optional(Type.Boolean({ description: "Leaves out who has logged in already" })) },
  { additionalProperties: false },
);
export type LoginMailOrder = Type.Static<typeof LoginMailOrder>;

/** Why somebody among many gets no log-in e-mail. */
export const LEFT_OUT = [...HINDRANCES, "too_soon", "entered", "overtaken"] as const;
export type LeftOut = (typeof LEFT_OUT)[number];
