// What somebody has done together a short while ago, and the button that undoes it; how far that is, too.
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { formatTime } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";
import type { Tracking } from "../store/tracked.ts";
import { useEnv } from "../store/useStore.ts";
import type { WaitingInstance } from "../store/waiting.ts";
import { Button } from "./Button.tsx";
import { loadStyles } from "./loadStyles.ts";
import { passFocusOn } from "./passFocusOn.ts";
import styles from "./progress.css?url";
import { Running } from "./Running.tsx";

interface Props {
  /** What was done. */
  text: string;
  /** Whose act it was, where it was a colleague's. */
  by?: string | undefined;
  /** When it can no longer be undone; what is shown then rests in its place until the page is left. */
  until: string;
  /** It waits for the undoing. */
  store: Pick<WaitingInstance, "running" | "isLost" | "stopping" | "stop"> & { undoing: Tracking };
  /** Something goes on that the undoing would meet. */
  disabled?: boolean;
  /** Answers what came of it; nothing where it failed. */
  onUndo: () => Promise<string | undefined>;
}

/**
 * @example
 * <LastRun text={t("notes:read", { count })} until={run.until} store={store} onUndo={() => store.undoNotes(run.job)} />
 */
export const LastRun = observer(function LastRun({ text, by, until, store, disabled = false, onUndo }: Props) {
  const { notices, now } = useEnv();
  useEffect(() => void loadStyles(styles), []);
  const [, turn] = useState(0);
  useEffect(() => {
    const left = Date.parse(until) - now().getTime();
    const timer = setTimeout(() => turn((turns) => turns + 1), Math.max(left, 0) + 1);
    return () => clearTimeout(timer);
  }, [until, now]);
  const { undoing } = store;
  const isOver = Date.parse(until) < now().getTime();
  // What was over before it was shown is told nowhere; what comes to its end before somebody's eyes moves nothing.
  const [shown, setShown] = useState(isOver ? undefined : until);
  if (!isOver && shown !== until) setShown(until);
  if (isOver && shown !== until) return null;
  const undo = async (button: HTMLElement) => {
    // The line goes with what it told.
    passFocusOn(button);
    const undone = await onUndo();
    if (undone !== undefined) notices.success(undone);
    else if (undoing.problem) notices.failed(undoing.problem);
  };
  return (
    <>
      <p className="last-run" role="status">
        <span>
          {text} {by && `${t("common:undoBy", { name: by })} `}
          {isOver ? t("common:undoOver") : t("common:undoUntil", { time: formatTime(until) })}
        </span>
        <Button
          small
          busy={undoing.busy}
          disabled={disabled || isOver}
          onClick={({ currentTarget }) => void undo(currentTarget)}
        >
          {t("common:undo")}
        </Button>
      </p>
      {undoing.busy && (
        <Running
          job={store.running}
          text={t("common:undoing")}
          isLost={store.isLost}
          stopping={store.stopping}
          onStop={() => store.stop()}
        />
      )}
    </>
  );
});
