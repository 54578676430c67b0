// Fields that several events of the app share, drawn by the house's screen of fields; and those of single events taken over.
import { useState } from "react";
import type { Field } from "#schemas/fields.ts";
import { Button, FieldsScreen, t, useStore } from "#web";
import { PromoteDialog } from "./PromoteDialog.tsx";
import { SettleDialog } from "./SettleDialog.tsx";
// With the page rather than after it.
import "./calls.ts";
import { MultiEventFieldsStore } from "./store.ts";

export function MultiEventFieldsScreen() {
  const store = useStore(MultiEventFieldsStore);
  const [isOpen, setOpen] = useState(false);
  const [settling, setSettling] = useState<Field>();
  return (
    <>
      <FieldsScreen
        title={t("multi-event-fields:title")}
        help={t("multi-event-fields:help")}
        eventId={0}
        store={store}
        actions={<Button onClick={() => setOpen(true)}>{t("multi-event-fields:promote.open")}</Button>}
        more={(field) => (
          <section aria-label={t("multi-event-fields:differ.title")}>
            <h3>{t("multi-event-fields:differ.title")}</h3>
            <p className="field-help">{t("multi-event-fields:differ.help")}</p>
            <Button small onClick={() => setSettling(field)}>
              {t("multi-event-fields:differ.open")}
            </Button>
          </section>
        )}
      />
      {settling && <SettleDialog field={settling} onClose={() => setSettling(undefined)} />}
      {isOpen && <PromoteDialog onClose={() => setOpen(false)} />}
    </>
  );
}
