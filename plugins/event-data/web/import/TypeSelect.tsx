// The data type of the lines that name none.
import { observer } from "mobx-react-lite";
import { useId } from "react";
import { t, useStore } from "#web";
import { EventDataStore } from "../store.ts";

export const TypeSelect = observer(function TypeSelect({ types }: { types: readonly { id: number; type: string }[] }) {
  const { importing } = useStore(EventDataStore);
  const { choices, running } = importing;
  const id = useId();
  const isGone = choices.type > 0 && !types.some((one) => one.id === choices.type);
  return (
    <div className="field">
      <label htmlFor={id}>{t("event-data:field.type_id")}</label>
      <select
        id={id}
        className="input"
        value={choices.type}
        disabled={running.busy}
        aria-invalid={isGone || undefined}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => importing.choose({ type: Number(target.value) })}
      >
        {isGone && (
          <option value={choices.type} disabled>
            {t("event-data:import.typeGone")}
          </option>
        )}
        {types.map((one) => (
          <option key={one.id} value={one.id}>
            {one.type}
          </option>
        ))}
        <option value={0}>{t("event-data:import.typeOfFile")}</option>
      </select>
      <p className="field-help" id={`${id}-help`}>
        {t("event-data:import.typeHelp")}
      </p>
    </div>
  );
});
