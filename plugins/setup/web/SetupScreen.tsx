// The facts of the selected event and the switches that put it on the air.
import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { Event } from "#schemas/session.ts";
import {
  CheckField,
  DateTimeField,
  FormPanel,
  Page,
  Panel,
  SelectField,
  Skeleton,
  TextField,
  t,
  useSession,
  useStore,
} from "#web";
import { EVENT_FORMATS, EventDraft } from "../../events/contract.ts";
import { Conflict } from "./Conflict.tsx";
import { SetupStore } from "./store.ts";

export const SetupScreen = observer(function SetupScreen() {
  const { event } = useSession();
  return (
    <Page title={t("setup:title")} help={t("setup:help")} width="form">
      {event ? <SetupForm key={event.id} event={event} /> : <Skeleton rows={8} />}
    </Page>
  );
});

function draftOf(event: Event): EventDraft {
  const { name, format, timezone, date, active, web_networking_activated } = event;
  return { name, format: format as EventDraft["format"], timezone, ...date, active, web_networking_activated };
}

function zoneOptions(own: string) {
  const zones = Intl.supportedValuesOf("timeZone");
  const all = zones.includes(own) ? zones : [own, ...zones];
  return all.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }));
}

const SetupForm = observer(function SetupForm({ event }: { event: Event }) {
  const store = useStore(SetupStore);
  const { saving, conflict } = store;
  const [givenUp, setGivenUp] = useState(0);
  return (
    <>
      {conflict && (
        <Conflict
          conflict={conflict}
          keepMine={() => void store.save(event.id, conflict.theirs.rev, conflict.mine)}
          takeTheirs={() => {
            store.takeTheirs();
            setGivenUp(givenUp + 1);
          }}
        />
      )}
      <FormPanel<EventDraft>
        key={givenUp}
        takesFocus={givenUp > 0}
        initial={draftOf(event)}
        schema={EventDraft}
        check={({ date_start, date_end }): Record<string, string> =>
          date_start && date_end && date_end < date_start ? { date_end: t("setup:endsEarly") } : {}
        }
        onSave={(draft) => store.save(event.id, event.rev, draft)}
        busy={saving.busy}
        problem={conflict ? undefined : saving.problem}
        readOnly={store.maySave ? undefined : t("setup:readOnly")}
        label={t("setup:title")}
      >
        {({ values }) => (
          <>
            <Panel title={t("setup:section.general")}>
              <div className="form-fields">
                <TextField name="name" label={t("setup:field.name")} maxLength={150} required />
                <SelectField
                  name="format"
                  label={t("setup:field.format")}
                  options={EVENT_FORMATS.map((value) => ({ value, label: t(`setup:format.${value}`) }))}
                />
              </div>
            </Panel>
            <Panel title={t("setup:section.dates")}>
              <div className="form-fields">
                <SelectField
                  name="timezone"
                  label={t("setup:field.timezone")}
                  help={t("setup:help.timezone")}
                  options={zoneOptions(event.timezone)}
                  required
                />
                <DateTimeField
                  name="date_start"
                  label={t("setup:field.date_start")}
                  timeZone={values.timezone}
                  required
                />
                <DateTimeField name="date_end" label={t("setup:field.date_end")} timeZone={values.timezone} required />
              </div>
            </Panel>
            <Panel title={t("setup:section.live")}>
              <div className="form-fields">
                <CheckField name="active" label={t("setup:field.active")} help={t("setup:help.active")} bit />
                <CheckField
                  name="web_networking_activated"
                  label={t("setup:field.web_networking_activated")}
                  help={t("setup:help.web_networking_activated")}
                  bit
                />
              </div>
            </Panel>
          </>
        )}
      </FormPanel>
    </>
  );
});
