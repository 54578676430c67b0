// A copy of an event: its name, its first day, and what comes along.
import { observer } from "mobx-react-lite";
import { wholeText } from "#schemas/plainText.ts";
import { DateTimeField, FormPanel, TextField, t, useStore, useTold } from "#web";
import { CopyDraft, type EventRow } from "../contract.ts";
import { EventsStore } from "./store.ts";

/** The form of a copy stands in the address, and goes with the event that is open. */
export const COPY = "open.copy";

interface Props {
  event: EventRow;
  /** Told also where the form has gone meanwhile. */
  onMade: (event: EventRow, isDrawn: boolean) => void;
  onClose: () => void;
}

/** The same day a year later. */
function nextYear(instant: string): string {
  const date = new Date(instant);
  date.setUTCFullYear(date.getUTCFullYear() + 1);
  return date.toISOString();
}

export const CopyForm = observer(function CopyForm({ event, onMade, onClose }: Props) {
  const store = useStore(EventsStore);
  const told = useTold(store.copying);
  const initial: CopyDraft = {
    // A name to be kept: without the marks that hold a name from right to left together in a sentence.
    name: wholeText(t("events:copy.name", { name: event.name, interpolation: { escapeValue: false } }).slice(0, 150)),
    date_start: nextYear(event.date_start),
  };
  return (
    <section className="event-copy" aria-label={t("events:copy.title")}>
      <h3>{t("events:copy.title")}</h3>
      <p>{t("events:copy.text")}</p>
      <FormPanel<CopyDraft>
        initial={initial}
        schema={CopyDraft}
        onSave={async (draft) => {
          const copy = await store.copy(event, draft);
          if (copy) onMade(copy, told.isDrawn());
          return copy;
        }}
        busy={store.copying.busy}
        problem={store.copying.problem}
        action={t("events:copy.action")}
        always
        goesWith={COPY}
        onCancel={onClose}
        label={t("events:copy.title")}
      >
        <TextField name="name" label={t("events:field.name")} maxLength={150} required autoFocus />
        <DateTimeField name="date_start" label={t("events:field.date_start")} timeZone={event.timezone} required />
      </FormPanel>
    </section>
  );
});
