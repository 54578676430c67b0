// Fields that several events of the app share, drawn by the house's page of fields.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";

import { FieldsPage, t, useEnv, useSession, useStore } from "#web";
import { MultiEventFieldsStore } from "./store.ts";

export const MultiEventFieldsScreen = observer(function MultiEventFieldsScreen() {
  const store = useStore(MultiEventFieldsStore);
  const session = useSession();
  const { notices } = useEnv();

  useEffect(() => {
    void store.list();
    void store.countAnswers();
  }, [store]);
  const told = <T,>(done: T): T => {
    if (done !== undefined) notices.success(t("common:toast.saved"));
    return done;
  };
  return (
    <FieldsPage
      title={t("multi-event-fields:title")}
      help={t("multi-event-fields:help")}
      fields={store.fields}
      eventId={0}
      use={store.use}
      types={session.types ?? []}
      locales={session.app?.locales.supported_locales ?? []}
      listing={store.listing}
      saving={store.saving}
      acts={{
        create: async (draft) => told(await store.create(draft)),
        save: async (field, change) => told(await store.save(field, change)),
        order: (fields) => store.order(fields),
        archive: async (field, isArchived) => told(await store.archive(field, isArchived)),
        reload: () => store.list(),
      }}
    />
  );
});
