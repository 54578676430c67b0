// The field that one column fills, or none.
import { observer } from "mobx-react-lite";
import { type Field, fieldName } from "#schemas/fields.ts";
import { currentLocale, t, useSession, useStore } from "#web";
import { IMPORT_FIELDS, type ImportColumn } from "../../contract.ts";
import { EventDataStore } from "../store.ts";
import { ownField, ownTargets, REGISTRATION, removedField } from "./mapping.ts";

interface Props {
  column: ImportColumn;
  heading: string;
  isClash: boolean;
  /** The field that it was to fill and that has left the event. */
  removed: Field | undefined;
}

export const FieldSelect = observer(function FieldSelect({ column, heading, isClash, removed }: Props) {
  const { importing, questions } = useStore(EventDataStore);
  const { accessRole } = useSession();
  const { mapping, choices, running } = importing;
  const own = ownTargets(questions.fields, choices.type || undefined, currentLocale(), accessRole);
  const fresh = ownField(column);
  const isOffered = fresh === REGISTRATION || own.some(({ field }) => field === fresh);
  const known = fresh === undefined || isOffered || removedField(questions.fields, fresh) !== undefined;
  const defined = ownTargets(questions.fields, undefined, currentLocale()).find(({ field }) => field === fresh)?.title;
  return (
    <select
      className="input"
      aria-label={t("event-data:import.targetOf", { column: heading })}
      aria-invalid={isClash || removed !== undefined || undefined}
      disabled={running.busy}
      value={mapping[column.at] ?? ""}
      onChange={({ target }) => importing.map(column.at, target.value || null)}
    >
      {removed && (
        <option value={`fields.${removed.key}`} disabled>
          {fieldName(removed, currentLocale())}
        </option>
      )}
      <option value="">{t("event-data:import.leaveOut")}</option>
      <optgroup label={t("event-data:import.profileFields")}>
        {IMPORT_FIELDS.map((field) => (
          <option key={field} value={field}>
            {t(`event-data:field.${field}`)}
          </option>
        ))}
        <option value={REGISTRATION}>{t("event-data:field.registration_id")}</option>
      </optgroup>
      {(own.length > 0 || !known) && (
        <optgroup label={t("event-data:import.eventFields")}>
          {own.map(({ field, title }) => (
            <option key={field} value={field}>
              {title}
            </option>
          ))}
          {!known && (
            <option value={fresh}>{defined ?? t("event-data:import.ownField", { key: fresh.slice(7) })}</option>
          )}
        </optgroup>
      )}
    </select>
  );
});
