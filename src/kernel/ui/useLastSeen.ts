// What is open beside a list, also when it has left the list: what was typed there stays.
import { useRef } from "react";

/**
 * The row that `open` names, as it was last in the list for as long as it is open; nothing where it never was. `within` is whose
 * list it is, such as the event.
 * @example const note = useLastSeen(open, store.note(open), eventId); const isGone = note && !store.note(open);
 */
export function useLastSeen<Row>(open: unknown, row: Row | undefined, within: number): Row | undefined {
  const last = useRef<{ open: unknown; within: number; row: Row }>();
  if (row !== undefined) last.current = { open, within, row };
  else if (last.current?.open !== open || last.current?.within !== within) last.current = undefined;
  return last.current?.row;
}
