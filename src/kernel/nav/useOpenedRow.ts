// A row that was opened beside its list, or on its page, is among those that the palette offers first, unless it still is open.
import { useEffect } from "react";
import { useRoot } from "../store/useStore.ts";
import { foundId, rememberId } from "./recent.ts";

/**
 * Keeps the id of the row that is open, by the finder of its area that can tell what it is called; nothing as long as it is not there.
 * @example useOpenedRow("agenda", "SessionFinder", eventId, session?.id);
 */
export function useOpenedRow(area: string, finder: string, eventId: number, row: number | undefined): void {
  const { env, session, shell } = useRoot();
  const userId = session.user?.user_id;
  useEffect(() => {
    if (row === undefined) return;
    const id = foundId(area, finder, eventId, String(row));
    rememberId(env.local, userId, { id, kind: "found" });
    shell.showRow(id);
    return () => shell.leaveRow(id);
  }, [env, shell, userId, area, finder, eventId, row]);
}
