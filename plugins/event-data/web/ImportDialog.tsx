// Import profiles: choose a file, see what it would do, then do it. Nothing is written before the second step.
import { observer } from "mobx-react-lite";
import { useEffect, useId, useState } from "react";
import type { ImportResult } from "#schemas/core.ts";
import { Button, Dialog, formatNumber, problemText, t, useStore } from "#web";
import { EventDataStore } from "./store.ts";

interface Props {
  eventId: number;
  types: readonly { id: number; type: string }[];
  typeId: number | undefined;
  onClose: () => void;
  onImported: () => void;
}

export const ImportDialog = observer(function ImportDialog({ eventId, types, typeId, onClose, onImported }: Props) {
  const { importing } = useStore(EventDataStore);
  const id = useId();
  const [type, setType] = useState(typeId ?? types[0]?.id ?? 0);
  const [file, setFile] = useState<File>();
  useEffect(() => () => importing.reset(), [importing]);
  const { result, isApplied, running, changes } = importing;
  const choose = (chosen: File | undefined, chosenType = type) => {
    setFile(chosen);
    setType(chosenType);
    importing.reset();
    if (chosen) void importing.run(eventId, chosenType, chosen, "dry-run");
  };
  const apply = async () => {
    if (file && (await importing.run(eventId, type, file, "apply"))) onImported();
  };
  const foot = (
    <>
      <Button onClick={running.busy ? () => void importing.cancel() : onClose}>
        {t(isApplied ? "common:close" : "common:cancel")}
      </Button>
      {!isApplied && (
        <Button tone="primary" busy={running.busy} disabled={changes === 0} onClick={() => void apply()}>
          {t("event-data:import.apply", { count: changes, number: formatNumber(changes) })}
        </Button>
      )}
    </>
  );
  return (
    <Dialog title={t("event-data:import.title")} onClose={onClose} width={620} foot={foot} held={running.busy}>
      <div className="field">
        <label htmlFor={`${id}-type`}>{t("event-data:field.type_id")}</label>
        <select
          id={`${id}-type`}
          className="input"
          value={type}
          disabled={running.busy || isApplied}
          onChange={({ target }) => choose(file, Number(target.value))}
        >
          {types.map((one) => (
            <option key={one.id} value={one.id}>
              {one.type}
            </option>
          ))}
        </select>
        <p className="field-help">{t("event-data:import.typeHelp")}</p>
      </div>
      <div className="field">
        <label htmlFor={`${id}-file`}>{t("event-data:import.file")}</label>
        <input
          id={`${id}-file`}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,.json,text/csv"
          disabled={running.busy || isApplied}
          onChange={({ target }) => choose(target.files?.[0])}
        />
        <p className="field-help">{t("event-data:import.fileHelp")}</p>
      </div>
      {running.problem && (
        <p className="form-problem" role="alert">
          {problemText(running.problem, t)}
        </p>
      )}
      {running.busy && <p role="status">{t("event-data:import.running")}</p>}
      {result && <Report result={result} isApplied={isApplied} />}
    </Dialog>
  );
});

const COUNTS = ["created", "updated", "unchanged", "skipped"] as const;
const SHOWN = 100;

function Report({ result, isApplied }: { result: ImportResult; isApplied: boolean }) {
  return (
    <section className="thing-import" role="status">
      <h3>{t(isApplied ? "event-data:import.done" : "event-data:import.checked")}</h3>
      <dl>
        {COUNTS.map((name) => (
          <div key={name}>
            <dt>{t(`event-data:import.${name}`)}</dt>
            <dd>{formatNumber(result[name])}</dd>
          </div>
        ))}
      </dl>
      {result.errors.length > 0 && (
        <ul aria-label={t("event-data:import.errors")}>
          {result.errors.slice(0, SHOWN).map(({ line, field, message }) => (
            <li key={`${line}/${field}/${message}`}>
              {t("event-data:import.error", { line: formatNumber(line), message })}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
