// What a file was taken for: its kind, the system that wrote it, how it is written, and which of its sheets is read. Where
// that is not true, the person says how it is, and the file is read anew.
import { observer } from "mobx-react-lite";
import { type ReactNode, useId } from "react";
import { formatNumber, t, useStore } from "#web";
import { ENCODINGS, type ImportFile } from "../../contract.ts";
import { EventDataStore } from "../store.ts";
import type { HowRead } from "./store.ts";

const SIGNS: Record<string, string> = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" };
const SYSTEMS: Record<string, string> = {
  eventbrite: "Eventbrite",
  pretix: "pretix",
  tito: "Tito",
  "open-event": "Open Event",
};

export const Recognised = observer(function Recognised({ file }: { file: ImportFile }) {
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
      <HowWritten file={file} />
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

const HowWritten = observer(function HowWritten({ file }: { file: ImportFile }) {
  const { source, how, read } = useStore(EventDataStore).importing;
  // Without the file nothing can be read anew.
  if (!source) return null;
  const change = (one: Partial<Record<keyof HowRead, string>>) => {
    const all = Object.entries({ ...how, ...one }).filter(([, value]) => value);
    void read(source, Object.fromEntries(all) as HowRead);
  };
  const { encoding, separator, sheet, sheets } = file;
  const signs = Object.keys(SIGNS);
  return (
    <div className="import-written">
      {sheets.length > 1 && (
        <Choice label={t("event-data:import.sheet")} value={sheet ?? ""} onChange={(value) => change({ sheet: value })}>
          {sheets.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Choice>
      )}
      {encoding && (
        <Choice
          label={t("event-data:import.encoding")}
          value={how.encoding ?? ""}
          onChange={(value) => change({ encoding: value })}
        >
          <option value="">{t("event-data:import.foundOut")}</option>
          {ENCODINGS.map((one) => (
            <option key={one} value={one}>
              {t("event-data:import.encodingOf", { letters: t(`event-data:import.letters.${one}`), encoding: one })}
            </option>
          ))}
        </Choice>
      )}
      {separator && (
        <Choice
          label={t("event-data:import.separator")}
          value={how.separator ?? ""}
          onChange={(value) => change({ separator: value })}
        >
          <option value="">{t("event-data:import.foundOut")}</option>
          {signs.map((one) => (
            <option key={one} value={one}>
              {t(`event-data:import.separator.${SIGNS[one]}`)}
            </option>
          ))}
        </Choice>
      )}
    </div>
  );
});

interface ChoiceProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

const Choice = observer(function Choice({ label, value, onChange, children }: ChoiceProps) {
  const { running } = useStore(EventDataStore).importing;
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        value={value}
        disabled={running.busy}
        onChange={({ target }) => onChange(target.value)}
      >
        {children}
      </select>
    </div>
  );
});
