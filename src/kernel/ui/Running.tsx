// A long job that somebody waits for: how far it is, whether the server is away, and a way to stop it.
import { runInAction } from "mobx";
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { problemText } from "../api/problem.ts";
import { t } from "../i18n/setup.ts";
import type { Tracking } from "../store/tracked.ts";
import { Button } from "./Button.tsx";
import { loadStyles } from "./loadStyles.ts";
import { ProgressBar } from "./ProgressBar.tsx";
import { passFocusOn } from "./passFocusOn.ts";
import styles from "./progress.css?url";

interface Props {
  job:
    | {
        /** From 0 to 1. */
        progress: number;
        /** It can be stopped. */
        stops: boolean;
        /** It has not begun: other work goes first. */
        waits?: boolean | undefined;
        /** It is a file on its way to the server. */
        isSending?: boolean | undefined;
        /** The same as `isLost` beside it. */
        isLost?: boolean;
      }
    | undefined;
  onStop: () => unknown;
  /** What is done; otherwise that answers are looked at. */
  text?: string | undefined;
  /** The server cannot be reached at the moment. */
  isLost?: boolean;
  /** How the stopping stands. What went wrong with it is of one job. */
  stopping: Tracking;
  /** In one line, beside a list's search: there it moves nothing else. */
  line?: boolean;
}

/**
 * What goes on, and how far it is; nothing while nothing does.
 * @example
 * <Running job={store.running} text={t("notes:sending")} stopping={store.stopping} onStop={store.stop} />
 */
export const Running = observer(function Running(props: Props) {
  const { job, onStop, isLost = job?.isLost ?? false, stopping, line = false } = props;
  useEffect(() => void loadStyles(styles), []);
  const isGoing = job !== undefined;
  useEffect(() => {
    if (!isGoing) return;
    return () =>
      runInAction(() => {
        stopping.problem = undefined;
      });
  }, [isGoing, stopping]);
  if (!job) return null;
  const text = job.waits
    ? t("common:running.waits")
    : job.isSending
      ? t("common:running.sending")
      : (props.text ?? t("common:fields.running"));
  return (
    <div className={line ? "running running-line" : "running"}>
      <p className="muted" role="status">
        {text}
      </p>
      {/* At first it may not know how much there is. */}
      {job.progress > 0 && <ProgressBar value={job.progress} label={text} />}
      {isLost && (
        <p className="note-warn" role="status">
          {t("common:running.lost")}
        </p>
      )}
      {stopping.problem && (
        <p className="form-problem" role="alert">
          {problemText(stopping.problem, t)}
        </p>
      )}
      {job.stops && (
        <Button
          small
          busy={stopping.busy}
          // It leaves when the job ends, whoever has ended it.
          onFocus={({ currentTarget }) => passFocusOn(currentTarget)}
          onClick={({ currentTarget }) => {
            passFocusOn(currentTarget);
            void onStop();
          }}
        >
          {t("common:running.stop")}
        </Button>
      )}
    </div>
  );
});
