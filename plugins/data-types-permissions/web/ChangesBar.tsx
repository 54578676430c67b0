// What has been changed and what comes of it; save, step back, discard. Leaving asks.
import { observer } from "mobx-react-lite";
import { Button, formatNumber, icons, LeaveGuard, problemText, type Tracking, t, useStore } from "#web";
import { TypeRulesStore } from "./store.ts";

interface Props {
  saving: Tracking;
  onSave: () => void;
}

export const ChangesBar = observer(function ChangesBar({ saving, onSave }: Props) {
  const store = useStore(TypeRulesStore);
  const count = store.changed.length;
  const { busy, problem } = saving;
  if (!store.canSave || (count === 0 && store.past.length === 0)) return null;
  return (
    <div className="form-bar rules-bar">
      <LeaveGuard when={count > 0 && !busy} />
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
        {store.effect.length > 0 && store.groups.length > 0 && (
          <span className="rules-effect muted">{t("data-types-permissions:effect.byTypes")}</span>
        )}
      </span>
      <Button icon={icons.undo} disabled={store.past.length === 0 || busy} onClick={() => store.undo()}>
        {t("data-types-permissions:undo")}
      </Button>
      <Button disabled={count === 0 || busy} onClick={() => store.discard()}>
        {t("common:discard")}
      </Button>
      <Button tone="primary" busy={busy} disabled={count === 0} onClick={onSave}>
        {t("common:save")}
      </Button>
    </div>
  );
});
