// A new event: what it is called, how and when people meet.
import { observer } from "mobx-react-lite";
import {
  CheckField,
  DateTimeField,
  FormPanel,
  ownZone,
  SelectField,
  SidePanel,
  TextField,
  t,
  useStore,
  useTold,
} from "#web";
import { EVENT_FORMATS, EventDraft, type EventRow } from "../contract.ts";
import { EventsStore } from "./store.ts";

interface Props {
  /** Told also where the form has gone meanwhile. */
  onMade: (event: EventRow, isDrawn: boolean) => void;
  onClose: () => void;
}

const DAY = 86_400_000;

/** Two days in a month, from nine to five, on the clocks of this browser. */
function emptyDraft(now: Date): EventDraft {
  const start = new Date(now.getTime() + 30 * DAY);
  start.setHours(9, 0, 0, 0);
  const end = new Date(start.getTime() + DAY);
  end.setHours(17, 0, 0, 0);
  const timezone = ownZone();
  const dates = { date_start: start.toISOString(), date_end: end.toISOString() };
  return { name: "", format: "in_person", timezone, ...dates, active: 0, web_networking_activated: 0 };
}

/** The zones of the list, and this browser's own, which may be one that the list calls otherwise, as UTC is. */
export function zoneOptions(own: string) {
  const zones = Intl.supportedValuesOf("timeZone");
  const all = zones.includes(own) ? zones : [own, ...zones];
  return all.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }));
}

export const EventForm = observer(function EventForm({ onMade, onClose }: Props) {
  const store = useStore(EventsStore);
  const { creating } = store;
  const told = useTold(creating);
  return (
    <SidePanel title={t("events:create")} onClose={onClose}>
      <FormPanel<EventDraft>
        initial={emptyDraft(new Date())}
        schema={EventDraft}
        check={({ date_start, date_end }): Record<string, string> =>
          date_end && date_start && date_end < date_start ? { date_end: t("events:problem.ends_early") } : {}
        }
        onSave={async (draft) => {
          const event = await store.create(draft);
          if (event) onMade(event, told.isDrawn());
          return event;
        }}
        busy={creating.busy}
        problem={creating.problem}
        action={t("events:create")}
        always
        onCancel={onClose}
        label={t("events:create")}
      >
        {({ values }) => (
          <>
            <TextField name="name" label={t("events:field.name")} maxLength={150} required autoFocus />
            <SelectField
              name="format"
              label={t("events:field.format")}
              options={EVENT_FORMATS.map((value) => ({ value, label: t(`events:format.${value}`) }))}
            />
            <SelectField name="timezone" label={t("events:field.timezone")} options={zoneOptions(ownZone())} required />
            <DateTimeField name="date_start" label={t("events:field.date_start")} timeZone={values.timezone} required />
            <DateTimeField name="date_end" label={t("events:field.date_end")} timeZone={values.timezone} required />
            <CheckField name="active" label={t("events:field.active")} help={t("events:help.active")} bit />
          </>
        )}
      </FormPanel>
    </SidePanel>
  );
});
