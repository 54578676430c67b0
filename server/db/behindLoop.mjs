// Has a thread run behind the one of the event loop where both want the processor: what it does takes long anyway, and whoever asks
// something waits for the loop.
import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";

/** A third of the processor time that others get, where there is not enough for all. */
const NICE = 5;

/** Of the thread that calls it. Only Linux tells threads apart; elsewhere, and where it is not allowed, all stay as they are. */
export function runBehindLoop() {
  try {
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    setPriority(thread, NICE);
  } catch {
    // The work is done either way.
  }
}
