// How far an act on many, its trial or its undoing is, and what it waits for.
import { observer } from "mobx-react-lite";
import { ProgressBar, t, useStore } from "#web";
import { JobLost } from "../JobLost.tsx";
import { EventDataStore } from "../store.ts";

export const HowFar = observer(function HowFar({ text, line = false }: { text: string; line?: boolean }) {
  const { job, isLost } = useStore(EventDataStore).bulk;
  const said = job?.waits ? t("common:running.waits") : text;
  return (
    <>
      {line ? <span role="status">{said}</span> : <p role="status">{said}</p>}
      <ProgressBar value={job?.progress ?? 0} label={said} />
      {isLost && <JobLost />}
    </>
  );
});
