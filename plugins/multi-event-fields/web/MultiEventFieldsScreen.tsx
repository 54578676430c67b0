// Fields that several events of the app share, drawn by the house's screen of fields; and those of single events taken over.
import { useState } from "react";
import { Button, FieldsScreen, t, useStore } from "#web";
import { PromoteDialog } from "./PromoteDialog.tsx";
import { MultiEventFieldsStore } from "./store.ts";

export function MultiEventFieldsScreen() {
  const store = useStore(MultiEventFieldsStore);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <FieldsScreen
        title={t("multi-event-fields:title")}
        help={t("multi-event-fields:help")}
        eventId={0}
        store={store}
        actions={<Button onClick={() => setOpen(true)}>{t("multi-event-fields:promote.open")}</Button>}
      />
      {isOpen && <PromoteDialog onClose={() => setOpen(false)} />}
    </>
  );
}
