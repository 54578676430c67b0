// A file on its way to the server.
import { CSV_LIMIT, IMPORT_LIMIT } from "#schemas/core.ts";

/** How much of a file has been sent, and how that is given up. */
export interface Sending {
  share: number;
  stop: () => void;
}

const MEGABYTE = 1024 * 1024;
/** Files that are read whole, by their names. */
const WHOLE = /\.(?:xlsx|json)$/i;

/** Why a file is not sent; undefined where it may be. */
export function tooLarge({ name, size }: File, t: (key: string, values?: Record<string, unknown>) => string) {
  const limit = WHOLE.test(name) ? IMPORT_LIMIT : CSV_LIMIT;
  const values = { limit: limit / MEGABYTE, most: CSV_LIMIT / MEGABYTE };
  return size > limit
    ? t(`event-data:import.${limit < CSV_LIMIT ? "refused.tooLarge" : "tooLarge"}`, values)
    : undefined;
}
