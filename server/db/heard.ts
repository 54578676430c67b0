// Who hears of statements, for those who look for what is asked too often, or by the wrong way.
import type { LogEvent } from "kysely";

/** By which of a database's ways in a statement was asked. */
export type Way = "write" | "background" | "read" | "quick";

export type Heard = (event: LogEvent, way: Way) => void;

/** What Kysely is told of whoever hears of one way in. */
export function heardBy(log: Heard | undefined, way: Way) {
  return log && { log: (event: LogEvent) => log(event, way) };
}
