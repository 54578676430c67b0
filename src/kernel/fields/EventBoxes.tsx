// The events that use a multi-event field, to tick; none ticked means all of them.
import { useField } from "formik";
import { FieldFrame } from "../form/fields.tsx";
import { t } from "../i18n/setup.ts";

/** Events that one may not open stay as they are. */
export function EventBoxes({ events }: { events: readonly { id: number; name: string }[] }) {
  const [{ value = [] }, , change] = useField<number[] | undefined>("event_ids");
  return (
    <FieldFrame name="event_ids" label={t("common:fields.events")} help={t("common:fields.eventsHelp")}>
      {({ id, ...wiring }) => (
        <fieldset
          className="answer-choices field-events"
          id={id}
          aria-label={t("common:fields.events")}
          aria-describedby={wiring["aria-describedby"]}
        >
          {events.map((event) => (
            <label key={event.id}>
              <input
                type="checkbox"
                checked={value.includes(event.id)}
                onChange={({ target }) => {
                  const others = value.filter((one) => one !== event.id);
                  void change.setValue(target.checked ? [...others, event.id].sort((a, b) => a - b) : others);
                }}
              />
              <span dir="auto">{event.name}</span>
            </label>
          ))}
        </fieldset>
      )}
    </FieldFrame>
  );
}
