// Fields of one event, drawn by the house's page of fields.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { useParams } from "react-router-dom";
import { FieldsPage, t, useEnv, useSession, useStore } from "#web";
import { CustomFieldsStore } from "./store.ts";

export const CustomFieldsScreen = observer(function CustomFieldsScreen() {
  const store = useStore(CustomFieldsStore);
  const session = useSession();
  const { notices } = useEnv();
  const eventId = Number(useParams().eventId);
  useEffect(() => {
    void store.list(eventId);
    void store.countAnswers(eventId);
  }, [store, eventId]);
  const told = <T,>(done: T): T => {
    if (done !== undefined) notices.success(t("common:toast.saved"));
    return done;
  };
  return (
    <FieldsPage
      title={t("custom-fields:title")}
      help={t("custom-fields:help")}
      fields={store.fields}
      eventId={eventId}
      use={store.use}
      types={session.types ?? []}
      locales={session.app?.locales.supported_locales ?? []}
      listing={store.listing}
      saving={store.saving}
      acts={{
        create: async (draft) => told(await store.create(eventId, draft)),
        save: async (field, change) => told(await store.save(eventId, field, change)),
        order: (fields) => store.order(eventId, fields),
        archive: async (field, isArchived) => told(await store.archive(eventId, field, isArchived)),
        reload: () => store.list(eventId),
      }}
    />
  );
});
