// The facts of the selected event and the switches that put it on the air.
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
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
  useTold,
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
  const saving = store.saving.of(event.id);
  const conflict = store.conflictOf(event.id);
  const [givenUp, setGivenUp] = useState(0);
  const told = useTold(saving);
  // Who leaves a choice has been asked; one that comes later waits until the event is open again.
  useEffect(() => () => store.settle(event.id), [store, event.id]);
  const save = async (draft: EventDraft, rev: number): Promise<unknown> => {
    const saved = await store.save(event.id, rev, draft);
    const stale = { to: saving, typed: undefined };
    if (!saved) told.failed(t("setup:notSaved", { name: event.name }), () => save(draft, rev), { stale });
    return saved;
  };
  return (
    <>
      {conflict && (
        <Conflict
          conflict={conflict}
          busy={saving.busy}
          keepMine={() => void save(conflict.mine, conflict.theirs.rev)}
          takeTheirs={() => {
            store.takeTheirs(event.id);
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
        onSave={(draft) => save(draft, event.rev)}
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
