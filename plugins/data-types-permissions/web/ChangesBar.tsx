// What has been changed and what comes of it; save, step back, discard. Leaving asks.
import { observer } from "mobx-react-lite";
import { Button, formatNumber, icons, LeaveGuard, problemText, t, useEnv, useStore } from "#web";
import { TypeRulesStore } from "./store.ts";

export const ChangesBar = observer(function ChangesBar() {
  const store = useStore(TypeRulesStore);
  const { notices } = useEnv();
  const count = store.changed.length;
  const { problem } = store.saving;
  const save = async () => {
    if (await store.save()) notices.success(t("common:toast.saved"));
    // The bar goes with the last change; why that was not saved is told all the same.
    else if (store.saving.problem && store.changed.length === 0) notices.failed(store.saving.problem);
  };
  if (!store.canSave || (count === 0 && store.past.length === 0)) return null;
  return (
    <div className="form-bar rules-bar">
      <LeaveGuard when={count > 0 && !store.saving.busy} />
      {problem && problem.code !== "stale" && (
        <p className="form-problem" role="alert">
          {problemText(problem, t)}
        </p>
      )}
      <span className="form-changes" role="status">
        {t("common:form.changes", { count })}
        {store.effect.map(({ verb, gained, lost }) => (
          <span key={verb} className="rules-effect">
            {t(`data-types-permissions:verb.${verb}`)}:{" "}
            {gained > 0 && <span className="rules-gained">+{formatNumber(gained)}</span>}{" "}
            {lost > 0 && <span className="rules-lost">−{formatNumber(lost)}</span>}{" "}
            {t("data-types-permissions:effect.pairs", { count: gained + lost })}
          </span>
        ))}
      </span>
      <Button icon={icons.undo} disabled={store.past.length === 0 || store.saving.busy} onClick={() => store.undo()}>
        {t("data-types-permissions:undo")}
      </Button>
      <Button disabled={count === 0 || store.saving.busy} onClick={() => store.discard()}>
        {t("common:discard")}
      </Button>
      <Button tone="primary" busy={store.saving.busy} disabled={count === 0} onClick={() => void save()}>
        {t("common:save")}
      </Button>
    </div>
  );
});
