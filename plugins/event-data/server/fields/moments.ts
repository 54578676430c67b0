// Answers that stood under a key before it had a field of moments: they are brought into the form in which moments are kept, so that
// they stand in order among the others. What is no moment stays as it is, and is counted.
import { Refusal, readAnswer } from "#schemas/answers/read.ts";
import type { Field } from "#schemas/fields.ts";
import type { Context, JobHandler } from "#server";
import { answersOf, placesOf } from "./kind/plan.ts";
import { rewriteAll } from "./kind/rewrite.ts";
import { findField } from "./repository.ts";

export const MOMENTS_JOB = "event-data.moments";

/** What came of it: how many answers were brought into form, and how many are no moments. */
interface Brought {
  changed: number;
  left: number;
}

/** Where a field of moments is made, or comes to ask in other events, a job looks through the answers that stand there. */
export async function bringMoments({ jobs }: Pick<Context, "jobs">, before: Field | undefined, after: Field) {
  const isWhere = before === undefined || String(before.event_ids) !== String(after.event_ids);
  if (after.kind !== "datetime" || !isWhere) return;
  await jobs.start({ kind: MOMENTS_JOB, payload: { fieldId: after.id } });
}

export const runMoments: JobHandler = async (context): Promise<Brought> => {
  const { fieldId } = context.payload as { fieldId: number };
  const result: Brought = { changed: (context.kept?.result as Brought | undefined)?.changed ?? 0, left: 0 };
  const field = await findField(context.read, context.appId, fieldId);
  // It may have become another kind, or gone, before the job came to it.
  if (field?.kind !== "datetime") return result;
  for (const [eventId, { timeZone }] of await placesOf(context, field)) {
    if (field.event_ids.length > 0 && !field.event_ids.includes(eventId)) continue;
    const read = (answer: unknown) => readAnswer(answer, { field, timeZone });
    const left = new Set<number>();
    await rewriteAll(context, {
      ...{ field, eventId, pages: answersOf(context, field, eventId) },
      next: ({ id, answer }) => {
        const moment = answer === undefined ? undefined : read(answer);
        if (!(moment instanceof Refusal)) return moment;
        left.add(id);
        return answer;
      },
      wrote: async (_, written) => {
        result.changed += written.length;
      },
      keep: () => ({ at: eventId, result }),
    });
    result.left += left.size;
  }
  return result;
};
