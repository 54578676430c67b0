// One of the app's events: a plain choice as long as they can be looked through, else a field that finds them by words.
import { useCallback, useId } from "react";
import { holding } from "#schemas/fold.ts";
import type { Event } from "#schemas/session.ts";
import { FilterChips } from "./FilterChips.tsx";
import { PickField } from "./PickField.tsx";

/** With more of them nobody looks through a list, and to draw it takes seconds. */
export const MOST_LISTED = 60;
/** So many are shown of those that are found. */
const FOUND = 30;

interface Props {
  label: string;
  events: readonly Event[];
  chosen: number | undefined;
  /** What it means that none is chosen. */
  none: string;
  disabled?: boolean;
  /** The screen itself tells which one is chosen, and how it is taken off. */
  isTold?: boolean;
  onChoose: (id: number | undefined) => void;
}

/**
 * @example
 * <EventChoice label={t("notes:event")} events={events} chosen={id} none={t("notes:event.all")} onChoose={setId} />
 */
export function EventChoice({ label, events, chosen, none, disabled = false, isTold = false, onChoose }: Props) {
  const id = useId();
  const find = useCallback(
    async (words: string) => {
      const isFound = holding(words);
      const found = events.filter(({ dropdownName, id }) => isFound(`${dropdownName} ${id}`)).slice(0, FOUND);
      return found.map(({ id, dropdownName }) => ({ id, label: dropdownName }));
    },
    [events],
  );
  if (events.length > MOST_LISTED) {
    const name = events.find((event) => event.id === chosen)?.dropdownName;
    return (
      <div>
        <PickField
          label={label}
          placeholder={name ?? none}
          disabled={disabled}
          shortest={1}
          find={find}
          onPick={(pick) => onChoose(Number(pick.id))}
        />
        {!isTold && chosen !== undefined && name && (
          <FilterChips
            label={label}
            chips={[{ key: String(chosen), text: name, onRemove: () => onChoose(undefined) }]}
          />
        )}
      </div>
    );
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        value={chosen ?? ""}
        disabled={disabled}
        onChange={({ target }) => onChoose(Number(target.value) || undefined)}
      >
        <option value="">{none}</option>
        {events.map((event) => (
          <option key={event.id} value={event.id}>
            {event.dropdownName}
          </option>
        ))}
      </select>
    </div>
  );
}
