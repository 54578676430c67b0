// Fields that several events of the app share, drawn by the house's screen of fields; and those of single events taken over.
import { observer } from "mobx-react-lite";
import { Button, FieldsScreen, t, useAddress, useLastSeen, useStore } from "#web";
import { PromoteDialog } from "./PromoteDialog.tsx";
import { SettleDialog } from "./SettleDialog.tsx";
// With the page rather than after it.
import "./calls.ts";
import { MultiEventFieldsStore } from "./store.ts";

/** In the address while fields are taken over from events: the one that is chosen, or that none is yet. */
const PROMOTE = "promote";
const CHOOSE = "choose";
/** The field whose differing answers are looked at. */
const SETTLE = "differing";

export const MultiEventFieldsScreen = observer(function MultiEventFieldsScreen() {
  const store = useStore(MultiEventFieldsStore);
  const [params, change] = useAddress();
  const promoting = params.get(PROMOTE);
  const settling = params.get(SETTLE);
  // Until all of them are here once more, such as after an undoing, it is as it was.
  const settled = useLastSeen(
    settling,
    store.fields?.find(({ id }) => String(id) === settling),
    0,
  );
  return (
    <>
      <FieldsScreen
        title={t("multi-event-fields:title")}
        help={t("multi-event-fields:help")}
        eventId={0}
        store={store}
        actions={<Button onClick={() => change({ [PROMOTE]: CHOOSE })}>{t("multi-event-fields:promote.open")}</Button>}
        more={(field) => (
          <section aria-label={t("multi-event-fields:differ.title")}>
            <h3>{t("multi-event-fields:differ.title")}</h3>
            <p className="field-help">{t("multi-event-fields:differ.help")}</p>
            <Button small onClick={() => change({ [SETTLE]: String(field.id) })}>
              {t("multi-event-fields:differ.open")}
            </Button>
          </section>
        )}
      />
      {settled && <SettleDialog key={settled.id} field={settled} onClose={() => change({ [SETTLE]: undefined })} />}
      {promoting && (
        <PromoteDialog
          chosen={Number(promoting)}
          onChoose={(field) => change({ [PROMOTE]: String(field ?? CHOOSE) }, { replace: true })}
          onClose={() => change({ [PROMOTE]: undefined })}
        />
      )}
    </>
  );
});
