// Fields that several events of the app share, drawn by the house's screen of fields.
import { FieldsScreen, t, useStore } from "#web";
import { MultiEventFieldsStore } from "./store.ts";

export function MultiEventFieldsScreen() {
  const store = useStore(MultiEventFieldsStore);
  return (
    <FieldsScreen title={t("multi-event-fields:title")} help={t("multi-event-fields:help")} eventId={0} store={store} />
  );
}
