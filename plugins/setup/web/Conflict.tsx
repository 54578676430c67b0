// Two people saved the same event: both versions of what differs, side by side, and the choice between them.
import { observer } from "mobx-react-lite";
import { Button, formatDateTime, t } from "#web";
import type { EventDraft, EventRow } from "../../events/contract.ts";
import type { SetupConflict } from "./store.ts";

type Field = keyof EventDraft;
const FIELDS: readonly Field[] = [
  "name",
  "format",
  "timezone",
  "date_start",
  "date_end",
  "active",
  "web_networking_activated",
];

/** A value as the form shows it. */
function shown(event: EventDraft | EventRow, field: Field): string {
  const value = event[field];
  if (field === "format") return t(`setup:format.${value}`);
  if (field === "date_start" || field === "date_end") return formatDateTime(String(value), event.timezone);
  return typeof value === "number" ? t(`setup:bit.${value}`) : String(value);
}

interface Props {
  conflict: SetupConflict;
  busy: boolean;
  keepMine: () => void;
  takeTheirs: () => void;
}

export const Conflict = observer(function Conflict({ conflict, busy, keepMine, takeTheirs }: Props) {
  const { mine, theirs } = conflict;
  const differing = FIELDS.filter((field) => mine[field] !== theirs[field]);
  return (
    <section className="setup-conflict" role="alert">
      <p>{t("setup:conflict.text")}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("setup:conflict.field")}</th>
            <th scope="col">{t("setup:conflict.mine")}</th>
            <th scope="col">{t("setup:conflict.theirs")}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map((field) => (
            <tr key={field}>
              <th scope="row">{t(`setup:field.${field}`)}</th>
              <td>{shown(mine, field)}</td>
              <td>{shown(theirs, field)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="setup-choice">
        <Button onClick={takeTheirs}>{t("setup:conflict.takeTheirs")}</Button>
        <Button tone="primary" busy={busy} onClick={keepMine}>
          {t("setup:conflict.keepMine")}
        </Button>
      </div>
    </section>
  );
});
