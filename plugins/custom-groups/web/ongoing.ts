// What goes on in long jobs, as one group tells it: of those of another one, also in another event, it says nothing and stops none.
import { tracking } from "#web";
import type { CustomGroupsStoreInstance } from "./store.ts";

const IDLE = tracking();

type Jobs = Pick<
  CustomGroupsStoreInstance,
  "busyWith" | "importing" | "undoing" | "running" | "stopped" | "isLost" | "stopping" | "stop"
>;

export function ongoing(store: Jobs, groupId: number) {
  const { importing, undoing, running, stopped, stopping, stop } = store;
  const isOwn = store.busyWith === groupId;
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
