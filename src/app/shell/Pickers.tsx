// The two pickers: the app, and the event of the app. Choosing follows the rules of switching (specification §4).
import { observer } from "mobx-react-lite";
import { useMemo } from "react";
import { t } from "../../kernel/i18n/setup.ts";
import { NO_EVENT } from "../../kernel/store/ordering.ts";
import { useRoot } from "../../kernel/store/useStore.ts";
import { Picker } from "./Picker.tsx";

interface Props {
  /** On the start page choosing leads on, even where nothing is switched. */
  always?: boolean;
}

export const AppPicker = observer(function AppPicker({ always }: Props) {
  const { session } = useRoot();
  const options = useMemo(() => session.apps.map(({ id, name }) => ({ id, label: name })), [session.apps]);
  return (
    <Picker
      label={t("common:header.app")}
      placeholder={t("common:picker.noApp")}
      options={options}
      selected={session.appId}
      always={always}
      onSelect={(appId) => session.selectApp(appId)}
    />
  );
});

export const EventPicker = observer(function EventPicker({ always }: Props) {
  const { session } = useRoot();
  const { events, allowsAllEvents } = session;
  const options = useMemo(() => {
    const archived = t("common:picker.archived");
    const listed = (events ?? []).map((event) => ({
      id: event.id,
      label: event.dropdownName,
      note: event.active === 1 ? undefined : archived,
    }));
    return allowsAllEvents ? [{ id: NO_EVENT, label: t("common:picker.all") }, ...listed] : listed;
  }, [events, allowsAllEvents]);
  const hasNone = events !== undefined && options.length === 0;
  return (
    <Picker
      label={t("common:header.event")}
      placeholder={t(hasNone ? "common:picker.noEvents" : events ? "common:picker.noEvent" : "common:loading")}
      options={options}
      selected={session.eventId === NO_EVENT && !allowsAllEvents ? undefined : session.eventId}
      onSelect={(eventId) => session.selectEvent(eventId)}
      disabled={!events || hasNone}
      always={always}
    />
  );
});
