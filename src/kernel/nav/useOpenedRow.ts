// A row that is open beside its list, or on its page, is among those that the palette offers first.
import { useEffect } from "react";
import { useRoot } from "../store/useStore.ts";
import { foundId, rememberId } from "./recent.ts";

/**
 * Keeps the id of the row that is open, by the finder of its area that can tell what it is called; nothing as long as it is not there.
 * @example useOpenedRow("agenda", "SessionFinder", eventId, session?.id);
 */
export function useOpenedRow(area: string, finder: string, eventId: number, row: number | undefined): void {
  const { env, session } = useRoot();
  const userId = session.user?.user_id;
  useEffect(() => {
    if (row === undefined) return;
    rememberId(env.local, userId, { id: foundId(area, finder, eventId, String(row)), kind: "found" });
  }, [env, userId, area, finder, eventId, row]);
}
