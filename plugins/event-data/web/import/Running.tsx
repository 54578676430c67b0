// How far a step of the import is, and what kept it from going on.
import { observer } from "mobx-react-lite";
import { useEffect, useRef } from "react";
import { Button, formatNumber, ProgressBar, problemText, t, useStore } from "#web";
import { EventDataStore } from "../store.ts";

export const Running = observer(function Running() {
  const { running, purpose, watched, file, source, sending } = useStore(EventDataStore).importing;
  if (!running.busy) return null;
  const name = purpose === "read" && !watched ? "send" : purpose;
  const progress = sending ? sending.share : (watched?.progress ?? 0);
  const said = t(`event-data:import.running.${name}`, {
    name: source?.name ?? file?.name ?? "",
    number: formatNumber(watched?.rows ?? file?.rows ?? 0),
  });
  const text = watched?.waits ? t("common:running.waits") : said;
  return (
    <div className="import-running">
      <span role="status">{text}</span>
      <ProgressBar value={progress} label={text} />
    </div>
  );
});

export const Trouble = observer(function Trouble({ onRetry }: { onRetry: () => void }) {
  const { running, stopping, bringing, step, purpose, watched, source } = useStore(EventDataStore).importing;
  const problem = running.problem ?? stopping.problem ?? bringing.problem;
  const place = useRef<HTMLDivElement>(null);
  const isShown = problem !== undefined && !running.busy;
  useEffect(() => {
    if (isShown) place.current?.scrollIntoView({ block: "nearest" });
  }, [isShown]);
  if (!problem || running.busy) return null;
  const isRetried = problem === running.problem;
  const text = problemText(problem, t);
  const isOfFile = isRetried && purpose === "read" && source !== undefined;
  const isLost = ["network", "timeout"].includes(problem.code) || problem.status >= 500;
  return (
    <div className="import-trouble" role="alert" ref={place}>
      <p className="form-problem">
        {isOfFile ? t("event-data:import.ofFile", { name: source.name, problem: text }) : text}
      </p>
      {isLost && watched && purpose === "apply" && <p className="field-help">{t("event-data:import.goesOn")}</p>}
      {isLost && step !== "choose" && !watched && <p className="field-help">{t("event-data:import.kept")}</p>}
      {isRetried && isLost && (
        <Button small onClick={onRetry}>
          {t("common:retry")}
        </Button>
      )}
    </div>
  );
});
