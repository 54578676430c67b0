// What a file holds: profiles with their fields, or only what names people who are known from other events.
import { observer } from "mobx-react-lite";
import { useId } from "react";
import { t, useStore } from "#web";
import { EventDataStore } from "../store.ts";

export const HoldsSelect = observer(function HoldsSelect() {
  const { importing } = useStore(EventDataStore);
  const id = useId();
  const isKnown = importing.choices.write === "known";
  return (
    <div className="field">
      <label htmlFor={id}>{t("event-data:import.holds")}</label>
      <select
        id={id}
        className="input"
        value={isKnown ? "known" : "profiles"}
        disabled={importing.running.busy}
        aria-describedby={isKnown ? `${id}-help` : undefined}
        onChange={({ target }) => importing.choose({ write: target.value === "known" ? "known" : "both" })}
      >
        <option value="profiles">{t("event-data:import.holds.profiles")}</option>
        <option value="known">{t("event-data:import.holds.known")}</option>
      </select>
      {isKnown && (
        <p className="field-help" id={`${id}-help`}>
          {t("event-data:import.holds.knownHelp")}
        </p>
      )}
    </div>
  );
});
