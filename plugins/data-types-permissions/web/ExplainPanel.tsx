// Why profiles of one type may or may not do something with those of another: every rule that was asked, and the one that decides.
import { observer } from "mobx-react-lite";
import { Link } from "react-router-dom";
import { Button, SidePanel, t, useSession, useStore } from "#web";
import { VERBS } from "../../data-types/contract.ts";
import { explain } from "../contract/judge.ts";
import type { RuledType } from "../contract.ts";
import { Explained } from "./Explained.tsx";
import { GroupsNote } from "./GroupsNote.tsx";
import { OwnRules } from "./OwnRules.tsx";
import { TypeRulesStore } from "./store.ts";

interface Props {
  from: RuledType;
  to: RuledType;
  onPair: (from: number, to: number) => void;
  onClose: () => void;
}

export const ExplainPanel = observer(function ExplainPanel({ from, to, onPair, onClose }: Props) {
  const store = useStore(TypeRulesStore);
  const mayOpenTypes = (useSession().accessRole ?? 9999) <= 2;
  const pick = (side: "from" | "to", chosen: RuledType) => (
    <label className="field">
      <span>{t(`data-types-permissions:explain.${side}`)}</span>
      <select
        className="input"
        value={chosen.id}
        onChange={({ target }) =>
          side === "from" ? onPair(Number(target.value), to.id) : onPair(from.id, Number(target.value))
        }
      >
        {store.types.map(({ id, type }) => (
          <option key={id} value={id}>
            {type}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <SidePanel title={`${from.type} → ${to.type}`} onClose={onClose}>
      <div className="rules-pair">
        {pick("from", from)}
        {pick("to", to)}
        <Button small onClick={() => onPair(to.id, from.id)} disabled={from.id === to.id}>
          {t("data-types-permissions:explain.swap")}
        </Button>
      </div>
      {store.changed.length > 0 && <p className="muted">{t("data-types-permissions:explain.draft")}</p>}
      <GroupsNote />
      {VERBS.map((verb) => {
        const explained = explain(store.ruling, from, to, verb);
        return <Explained key={verb} explained={explained} from={from} to={to} />;
      })}
      <OwnRules type={from} setting={store.setting(from.id)} />
      {mayOpenTypes && (
        <p>
          <Link to={`/app-settings/data-types?open=${from.id}`}>
            {t("data-types-permissions:explain.defaults", { type: from.type })}
          </Link>
        </p>
      )}
    </SidePanel>
  );
});
