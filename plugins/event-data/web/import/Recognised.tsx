// What a file was taken for: its kind, the system that wrote it, how it is written, and which of its sheets is read.
import { observer } from "mobx-react-lite";
import { useId } from "react";
import { formatNumber, t, useStore } from "#web";
import type { ImportFile } from "../../contract.ts";
import { EventDataStore } from "../store.ts";

const SIGNS: Record<string, string> = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" };
const SYSTEMS: Record<string, string> = {
  eventbrite: "Eventbrite",
  pretix: "pretix",
  tito: "Tito",
  "open-event": "Open Event",
};

export const Recognised = observer(function Recognised({ file }: { file: ImportFile }) {
  const { importing } = useStore(EventDataStore);
  const id = useId();
  const { source, running } = importing;
  const sign = file.separator ? SIGNS[file.separator] : undefined;
  const told = [
    t(`event-data:import.format.${file.format}`),
    file.system &&
      file.system !== file.format &&
      t("event-data:import.from", { system: SYSTEMS[file.system] ?? file.system }),
    file.encoding,
    file.separator && (sign ? t(`event-data:import.separator.${sign}`) : file.separator),
    t("event-data:import.rows", { count: file.rows, number: formatNumber(file.rows) }),
  ].filter(Boolean);
  return (
    <section className="import-recognised" aria-label={t("event-data:import.recognised")}>
      <strong>{file.name}</strong>
      <ul>
        {told.map((text) => (
          <li key={String(text)}>{text}</li>
        ))}
      </ul>
      {file.sheets.length > 1 && source && (
        <div className="field">
          <label htmlFor={id}>{t("event-data:import.sheet")}</label>
          <select
            id={id}
            className="input"
            value={file.sheet ?? ""}
            disabled={running.busy}
            onChange={({ target }) => void importing.read(source, target.value)}
          >
            {file.sheets.map((sheet) => (
              <option key={sheet}>{sheet}</option>
            ))}
          </select>
        </div>
      )}
      {file.notes.map(({ line, message }) => (
        <p className="field-help" key={`${line}/${message}`}>
          {t("event-data:import.error", { line: formatNumber(line), message })}
        </p>
      ))}
      {file.more_notes > 0 && (
        <p className="field-help">{t("event-data:import.moreNotes", { number: formatNumber(file.more_notes) })}</p>
      )}
    </section>
  );
});
