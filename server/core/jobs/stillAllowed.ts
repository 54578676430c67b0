// A job begins, and goes on after a stop, later than it was ordered: what its person may do is asked again then.
import { type Access, accessCondition, isAllowed } from "#schemas/access.ts";
import type { JobContext, JobHandler } from "../../kernel/plugins.ts";
import { problem } from "../../kernel/problem.ts";
import { mayOpen } from "../events/events.ts";

/** Throws `forbidden` where the person of a job may not do any more what it was ordered for, or not in its event. */
export function mustStillBeAllowed({ who, eventId }: Pick<JobContext, "who" | "eventId">, access: Access): void {
  const isOpen = eventId === undefined || mayOpen(who.allowedEvents, eventId);
  if (!isOpen || isAllowed(accessCondition(access), who) !== true) throw problem("forbidden");
}

/**
 * A kind of job that asks this before anything else.
 * @example jobs: { [LETTERS_JOB]: askedAgain(sendLetters.access, runLetters) }
 */
export function askedAgain(access: Access | "public", handler: JobHandler): JobHandler {
  const asked: JobHandler = async (context) => {
    mustStillBeAllowed(context, access === "public" ? {} : access);
    return handler(context);
  };
  return Object.assign(asked, handler);
}
