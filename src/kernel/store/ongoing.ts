// What goes on in the long jobs of a store, as one of its things tells it: of a job of another one, also in another event, it says
// nothing and stops none.
import { type Tracking, tracking } from "./tracked.ts";
import type { WaitingInstance } from "./waiting.ts";

const IDLE = tracking();

interface Jobs<Stopped> extends Pick<WaitingInstance, "running" | "isLost" | "stopping" | "stop"> {
  /** Whose job it is: the id of a group, of a kind of relationship. */
  busyWith: number | undefined;
  importing: Tracking;
  undoing: Tracking;
  stopped: Stopped;
}

/**
 * @example
 * const { isReading, isOthers, running, problem } = ongoing(store, group.id);
 */
export function ongoing<Stopped>(store: Jobs<Stopped>, id: number) {
  const { importing, undoing, running, stopped, stopping, stop } = store;
  const isOwn = store.busyWith === id;
  const isOthers = !isOwn && (importing.busy || undoing.busy);
  return {
    isReading: isOwn && importing.busy,
    isUndoing: isOwn && undoing.busy,
    running: isOwn ? running : undefined,
    stopped: isOwn ? stopped : undefined,
    problem: isOwn ? (importing.problem ?? undoing.problem) : undefined,
    /** Another one's goes on: what would take its place has to wait. */
    isOthers,
    /** For what was done last. */
    last: isOthers ? { running: undefined, isLost: false, stopping, stop, undoing: IDLE } : store,
  };
}
