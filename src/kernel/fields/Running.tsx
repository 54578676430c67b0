// A job on the answers of a field while it runs: how far it is, and a way to stop it where what it did is put back.
import { t } from "../i18n/setup.ts";
import { Button } from "../ui/Button.tsx";
import { ProgressBar } from "../ui/ProgressBar.tsx";
import type { RunningJob } from "./fieldsStore.ts";

interface Props {
  job: RunningJob | undefined;
  onStop: () => unknown;
}

export function Running({ job, onStop }: Props) {
  if (!job) return null;
  const text = t("common:fields.running");
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
