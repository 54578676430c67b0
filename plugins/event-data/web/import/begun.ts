// The import that the tab has begun, so that a reload finds it: by its number or, where the page was left before the server had
// told that, by the file.
import { ApiProblem, begunIn, type Env, wait } from "#web";
import { findThingImport } from "../../contract/import.ts";

/** Number 0: it has been sent, and its own is not known yet. */
export interface Going {
  eventId: number;
  id: number;
  rows: number;
  /** The reading of its file, and the last job of that which was known. */
  sent?: { file: number; after: number };
}

/** What was sent just before the page was left may still be on its way. */
const LOOKS = 4;
const LOOK_MS = 1000;

export const begunImport = (tab: Env["tab"]) => begunIn<Going>(tab, "import");

type Place = ReturnType<typeof begunImport>;

/** Whether it is what the tab has begun last: what was sent, as long as no number of its own is known. */
function isHeld(place: Place, { id, sent }: Pick<Going, "id" | "sent">): boolean {
  const held = place.found();
  if (id > 0 && held?.id === id) return true;
  return sent !== undefined && held?.sent?.file === sent.file && held.sent.after === sent.after;
}

/** It has ended, or nobody knows of it; another one that has been begun since stays. */
export function forgetImport(place: Place, going: Pick<Going, "id" | "sent">): void {
  if (isHeld(place, going)) place.forget();
}

/** What the server has refused was not begun; where its answer was lost, it may have been. */
export const refusedIn = (place: Place, sent: NonNullable<Going["sent"]>) => (problem: unknown) => {
  if (problem instanceof ApiProblem && problem.status >= 400 && problem.status < 500)
    forgetImport(place, { id: 0, sent });
  throw problem;
};

/** The number of the import that the tab knows to have sent; where the server never had it, that is a problem. */
export function* sentImport(
  { api, tab, t }: Pick<Env, "api" | "tab" | "t">,
  // biome-ignore lint/suspicious/noExplicitAny: each `yield` has a type of its own
): Generator<Promise<unknown>, number, any> {
  const place = begunImport(tab);
  const going = place.found();
  for (let look = 0; going?.sent && look < LOOKS; look++) {
    if (look > 0) yield* wait(new Promise((done) => setTimeout(done, LOOK_MS)));
    const { eventId, sent } = going;
    const asked = { params: { eventId, jobId: sent.file }, query: { after: sent.after } };
    const { job } = yield* wait(api.call(findThingImport, asked));
    if (!job) continue;
    if (isHeld(place, going)) place.keep({ ...going, id: job.id });
    return job.id;
  }
  if (going) forgetImport(place, going);
  throw new ApiProblem({ code: "http", status: 404, message: t("event-data:import.notBegun") });
}
