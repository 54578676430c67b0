// Said while the server cannot be asked how far a job is: nothing is known to have gone wrong.
import { t } from "#web";

export function JobLost() {
  return (
    <p className="note-warn" role="status">
      {t("event-data:jobLost")}
    </p>
  );
}
