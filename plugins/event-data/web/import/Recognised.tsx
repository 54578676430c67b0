// What a file was taken for: its kind, the system that wrote it, how it is written, and which of its sheets is read. Where
// that is not true, the person says how it is, and the file is read anew.
import { observer } from "mobx-react-lite";
import { Choice, formatNumber, t, useStore } from "#web";
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
  const { how, reread, running } = useStore(EventDataStore).importing;
  const change = (one: Partial<Record<keyof HowRead, string>>) => {
    const all = Object.entries({ ...how, ...one }).filter(([, value]) => value);
    void reread(Object.fromEntries(all) as HowRead);
  };
  const { encoding, separator, sheet, sheets } = file;
  const signs = Object.keys(SIGNS);
  return (
    <div className="import-written">
      {sheets.length > 1 && (
        <Choice
          label={t("event-data:import.sheet")}
          value={sheet ?? ""}
          options={sheets}
          disabled={running.busy}
          onChange={(value) => change({ sheet: value })}
        />
      )}
      {encoding && (
        <Choice
          label={t("event-data:import.encoding")}
          value={how.encoding ?? ""}
          options={[
            ["", t("event-data:import.foundOut")],
            ...ENCODINGS.map((one) => {
              const letters = t(`event-data:import.letters.${one}`);
              return [one, t("event-data:import.encodingOf", { letters, encoding: one })] as const;
            }),
          ]}
          disabled={running.busy}
          onChange={(value) => change({ encoding: value })}
        />
      )}
      {separator && (
        <Choice
          label={t("event-data:import.separator")}
          value={how.separator ?? ""}
          options={[
            ["", t("event-data:import.foundOut")],
            ...signs.map((one) => [one, t(`event-data:import.separator.${SIGNS[one]}`)] as const),
          ]}
          disabled={running.busy}
          onChange={(value) => change({ separator: value })}
        />
      )}
    </div>
  );
});
