// What an import would do, or has done: its counts, the first lines with problems, and the file in which to mend them.
import { observer } from "mobx-react-lite";
import { Button, Counts, download, formatNumber, Losses, t, useStore } from "#web";
import { UNDO_LINES } from "../../contract.ts";
import { EventDataStore } from "../store.ts";
import { MendLines } from "./MendLines.tsx";
import type { Ran } from "./ran.ts";

const COUNTS = ["created", "updated", "unchanged", "skipped"] as const;
const SHOWN = 20;

function lineText(line: number, column: string | undefined, message: string): string {
  const values = { line: formatNumber(line), message };
  return column ? t("event-data:import.errorIn", { ...values, column }) : t("event-data:import.error", values);
}

export const Report = observer(function Report({ ran, isDone = false }: { ran: Ran; isDone?: boolean }) {
  const { importing } = useStore(EventDataStore);
  const { first, untold } = importing;
  const { result, job } = ran;
  const { errors: told, skipped, more = 0 } = result;
  const lines = importing.leftOut.filter(({ line }) => told.some((one) => one.line === line));
  const mendable = new Set(lines.map(({ line }) => line));
  const errors = told.filter(({ line }) => !mendable.has(line));
  const left = Math.max(0, errors.length - SHOWN) + more;
  const isNothing = !isDone && importing.changes === 0;
  const bring = async (from: number) => {
    const file = await importing.linesOf(from);
    if (file) download(file, "lines-with-problems.csv");
  };
  return (
    <>
      {importing.file && (
        <p className="import-of">
          <strong>{importing.file.name}</strong>
          <span>{t("event-data:import.rows", { count: importing.rows, number: formatNumber(importing.rows) })}</span>
        </p>
      )}
      <Counts
        counts={COUNTS.map((key) => ({
          key,
          title: t(`event-data:import.${key}`),
          count: result[key],
          isBad: key === "skipped" && skipped > 0,
        }))}
      />
      {result.losses && <Losses losses={result.losses} />}
      <WayBack ran={ran} isDone={isDone} />
      {isNothing && <p role="status">{t("event-data:import.nothing")}</p>}
      {lines.length > 0 && <MendLines lines={lines} errors={told.filter(({ line }) => mendable.has(line))} />}
      {errors.length > 0 && (
        <section className="import-errors">
          <h4>{t("event-data:import.errors")}</h4>
          <ul>
            {errors.slice(0, SHOWN).map(({ line, field, message }) => (
              <li key={`${line}/${field}/${message}`}>{lineText(line, importing.headingOf(field), message)}</li>
            ))}
          </ul>
          {left > 0 && (
            <p className="field-help">{t("event-data:import.moreErrors", { number: formatNumber(left) })}</p>
          )}
        </section>
      )}
      {(skipped > 0 || left > 0) && (
        <div className="import-mend">
          <p className="field-help">{t("event-data:import.mendHelp")}</p>
          <Button small busy={importing.bringing.busy} onClick={() => void bring(job)}>
            {t("event-data:import.mend")}
          </Button>
        </div>
      )}
      {first && untold > 0 && (
        <div className="import-mend">
          <p className="field-help">
            {t("event-data:import.firstLeft", { count: untold, number: formatNumber(untold) })}
          </p>
          <Button small busy={importing.bringing.busy} onClick={() => void bring(first.job)}>
            {t("event-data:import.firstLines")}
          </Button>
        </div>
      )}
    </>
  );
});

/** Whether it can be undone is known before, and where that is done. */
const WayBack = observer(function WayBack({ ran: { result }, isDone }: { ran: Ran; isDone: boolean }) {
  const { importing } = useStore(EventDataStore);
  if (result.created + result.updated === 0 || !importing.file) return null;
  const isLong = importing.file.rows > UNDO_LINES;
  if (isLong && isDone) return null;
  const key = isLong ? "import.tooLongToUndo" : isDone ? "import.undoAbove" : "bulk.undoHelp";
  return <p className="field-help">{t(`event-data:${key}`, { number: formatNumber(UNDO_LINES) })}</p>;
});
