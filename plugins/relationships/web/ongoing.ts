// What goes on in long jobs, as one kind tells it: of those of another one, also in another event, it says nothing and stops none.
import { tracking } from "#web";
import type { RelationshipsStoreInstance } from "./store.ts";

const IDLE = tracking();

type Jobs = Pick<
  RelationshipsStoreInstance,
  "busyWith" | "importing" | "undoing" | "running" | "stopped" | "isLost" | "stopping" | "stop"
>;

export function ongoing(store: Jobs, kindId: number) {
  const { importing, undoing, running, stopped, stopping, stop } = store;
  const isOwn = store.busyWith === kindId;
  const isOthers = !isOwn && (importing.busy || undoing.busy);
  return {
    isReading: isOwn && importing.busy,
    isUndoing: isOwn && undoing.busy,
    running: isOwn ? running : undefined,
    stopped: isOwn ? stopped : undefined,
    problem: isOwn ? (importing.problem ?? undoing.problem) : undefined,
    isOthers,
    /** For what was done last. */
    last: isOthers ? { running: undefined, isLost: false, stopping, stop, undoing: IDLE } : store,
  };
}
