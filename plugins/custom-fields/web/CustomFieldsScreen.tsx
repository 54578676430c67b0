// Fields of one event, drawn by the house's screen of fields.
import { useParams } from "react-router-dom";
import { FieldsScreen, t, useStore } from "#web";
// With the page rather than after it.
import "./calls.ts";
import { CustomFieldsStore } from "./store.ts";

export function CustomFieldsScreen() {
  const store = useStore(CustomFieldsStore);
  const eventId = Number(useParams().eventId);
  return (
    <FieldsScreen title={t("custom-fields:title")} help={t("custom-fields:help")} eventId={eventId} store={store} />
  );
}
