// A long job that somebody waits for: how far it is, and a way to stop it.
import { t } from "../i18n/setup.ts";
import { Button } from "../ui/Button.tsx";
import { ProgressBar } from "../ui/ProgressBar.tsx";
import type { RunningJob } from "./fieldsStore.ts";

interface Props {
  job: RunningJob | undefined;
  onStop: () => unknown;
  /** What is done; otherwise that answers are looked at. */
  text?: string | undefined;
}

export function Running({ job, onStop, text = t("common:fields.running") }: Props) {
  if (!job) return null;
  return (
    <>
      <p className="muted" role="status">
        {text}
      </p>
      {/* What only looks does not know how much there is. */}
      {job.progress > 0 && <ProgressBar value={job.progress} label={text} />}
      {job.stops && (
        <p>
          <Button small onClick={() => void onStop()}>
            {t("common:fields.stop")}
          </Button>
        </p>
      )}
    </>
  );
}
