// What an import would do, does, or has done: progress, counts, and each fault with its line.
import { observer } from "mobx-react-lite";
import type { ReactNode } from "react";
import { type ApiProblem, formatNumber, Icon, icons, ProblemView, ProgressBar, problemText, t } from "#web";
import type { ScheduleResult } from "../contract.ts";
import type { ImportStoreInstance } from "./importStore.ts";

/** Faults that are listed; the rest is counted. */
const MOST = 100;

type Fault = ScheduleResult["errors"][number];

interface Props {
  importing: ImportStoreInstance;
  problem: ApiProblem | undefined;
  /** The event's. */
  zone: string;
}

export const ImportReport = observer(function ImportReport({ importing, problem, zone }: Props) {
  const { step, fault, format, result } = importing;
  if (problem) return <ProblemView problem={problem} />;
  if (fault) return <Message tone="bad">{t(`agenda:import.fault.${fault}`)}</Message>;
  if (importing.isWorking) return <Progress importing={importing} />;
  if (step === "cancelled") return <Message tone="plain">{t("agenda:import.cancelled")}</Message>;
  if (step === "refused") return <Refused importing={importing} />;
  if (!result) return null;
  return (
    <>
      <Message tone={step === "imported" ? "good" : "plain"}>
        {step === "imported"
          ? t("agenda:import.imported")
          : t(importing.changes === 0 ? "agenda:import.nothing" : "agenda:import.checked", {
              format: t(`agenda:format.${format}`),
            })}
      </Message>
      <Counts result={result} />
      {result.zone && result.zone !== zone && (
        <p className="agenda-muted">{t("agenda:import.zone", { theirs: result.zone, ours: zone })}</p>
      )}
      {result.missing > 0 && (
        <p className="agenda-muted">
          {t("agenda:import.missing", { count: result.missing, number: formatNumber(result.missing) })}
        </p>
      )}
      <Faults faults={result.errors} />
    </>
  );
});

function Message({ tone, children }: { tone: "good" | "bad" | "plain"; children: ReactNode }) {
  const icon = { good: icons.tickCircle, bad: icons.error, plain: icons.information }[tone];
  return (
    <p className={`agenda-message agenda-message-${tone}`} role={tone === "bad" ? "alert" : "status"}>
      <Icon paths={icon} />
      <span>{children}</span>
    </p>
  );
}

const Progress = observer(function Progress({ importing }: { importing: ImportStoreInstance }) {
  const doing = importing.step === "checking" ? "agenda:import.checking" : "agenda:import.importing";
  const label = importing.waits
    ? t("common:running.waits")
    : importing.sent !== undefined
      ? t("common:running.sending")
      : t(doing, { file: importing.fileName });
  const { isLost, stopping } = importing;
  return (
    <div className="agenda-progress">
      <p role="status">{label}</p>
      <ProgressBar value={importing.progress} label={label} />
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
    </div>
  );
});

/** Why a file was refused. */
export function refusalOf({ result, job }: ImportStoreInstance): string | undefined {
  const [first] = result?.errors ?? [];
  return first ? faultText(first) : job?.error;
}

const Refused = observer(function Refused({ importing }: { importing: ImportStoreInstance }) {
  return (
    <Message tone="bad">
      <strong>{t("agenda:import.refused")}</strong> {refusalOf(importing)}
    </Message>
  );
});

function Counts({ result }: { result: ScheduleResult }) {
  const { stages, tracks, speakers } = result;
  return (
    <>
      <dl className="agenda-counts">
        {(["created", "updated", "unchanged", "skipped"] as const).map((key) => (
          <div key={key} className={key === "skipped" && result.skipped > 0 ? "agenda-counts-bad" : ""}>
            <dd>{formatNumber(result[key])}</dd>
            <dt>{t(`agenda:import.${key}`)}</dt>
          </div>
        ))}
      </dl>
      <p className="agenda-muted">
        {t("agenda:import.places", {
          stages: formatNumber(stages),
          tracks: formatNumber(tracks),
          speakers: formatNumber(speakers),
        })}
      </p>
    </>
  );
}

function Faults({ faults }: { faults: readonly Fault[] }) {
  if (faults.length === 0) return null;
  return (
    <div className="agenda-faults">
      <h3>{t("agenda:import.faults", { count: faults.length, number: formatNumber(faults.length) })}</h3>
      <ul>
        {faults.slice(0, MOST).map((fault) => (
          <li key={`${fault.line}/${fault.field}/${fault.code}`}>{faultText(fault)}</li>
        ))}
        {faults.length > MOST && <li>{t("agenda:import.moreFaults", { count: faults.length - MOST })}</li>}
      </ul>
    </div>
  );
}

/** A fault in the person's language; the server's own sentence where there is no translation. */
function faultText({ line, field, code, values, message }: Fault): string {
  const text = t(`agenda:fault.${code}`, { ...values, defaultValue: message });
  const where = line > 0 ? t("agenda:fault.line", { line: formatNumber(line) }) : "";
  return [where, field === "file" ? "" : field, text].filter(Boolean).join(": ");
}
