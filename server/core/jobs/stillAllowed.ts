// A job begins, and goes on after a stop, later than it was ordered: what its person, and its token, may do is asked again then.
import type { Kysely } from "kysely";
import { type Access, accessCondition, isAllowed } from "#schemas/access.ts";
import { WHOLE } from "#schemas/problem.ts";
import type { CoreTables } from "../../db/tables.ts";
import type { JobContext, JobHandler } from "../../kernel/plugins.ts";
import { problem } from "../../kernel/problem.ts";
import { mayOpen } from "../events/events.ts";
import type { JobRow } from "./jobs.ts";

type Asked = {
  who: Pick<JobContext["who"], "accessRole" | "permissions" | "allowedEvents">;
  eventId: number | undefined;
};

/** Whether a person may do what an access says, in an event where one is named. */
export function isStillAllowed({ who, eventId }: Asked, access: Access | "public"): boolean {
  const isOpen = eventId === undefined || mayOpen(who.allowedEvents, eventId);
  return isOpen && (access === "public" || isAllowed(accessCondition(access), who) === true);
}

/** Throws `forbidden` where the person of a job may not do any more what it was ordered for, or not in its event. */
export function mustStillBeAllowed(
  { who, eventId }: Pick<JobContext, "who" | "eventId">,
  access: Access | "public",
): void {
  if (!isStillAllowed({ who, eventId }, access)) throw problem("forbidden");
}

/** Refuses what a token ordered and may not do any more: asked when the job begins, and before each of its commits. */
export async function tokenMustStillBeAllowed(
  db: Kysely<CoreTables>,
  { token_id, scope, event_id }: Pick<JobRow, "token_id" | "scope" | "event_id">,
): Promise<void> {
  if (token_id === null || scope === null) return;
  const asked = db.selectFrom("core_api_token").select(["scopes", "allowed_events", "revoked_at"]);
  const token = await asked.where("id", "=", token_id).executeTakeFirst();
  if (!token || token.revoked_at) {
    const message = "The API token that ordered this has been revoked";
    throw problem("forbidden", { message, text: "problem:said.tokenRevoked" });
  }
  if (!(JSON.parse(token.scopes) as string[]).includes(scope)) {
    const message = `The API token that ordered this lacks the scope ${scope} by now`;
    throw problem("token_scope", {
      message,
      reasons: { [WHOLE]: { text: "problem:said.tokenScope", values: { scope } } },
    });
  }
  if (event_id !== null && !mayOpen(JSON.parse(token.allowed_events) as number[], event_id)) throw problem("forbidden");
}

/**
 * A kind of job that asks this before anything else.
 * @example jobs: { [LETTERS_JOB]: askedAgain(sendLetters.access, runLetters) }
 */
export function askedAgain(access: Access | "public", handler: JobHandler): JobHandler {
  const asked: JobHandler = async (context) => {
    mustStillBeAllowed(context, access);
    return handler(context);
  };
  return Object.assign(asked, handler, { asksAgain: true });
}
