// Why profiles of one type may or may not do something with those of another: every rule that was asked, and the one that decides.
import { observer } from "mobx-react-lite";
import { Link } from "react-router-dom";
import { Button, SidePanel, t, useSession, useStore } from "#web";
import { VERBS } from "../../data-types/contract.ts";
import { explain } from "../contract/judge.ts";
import type { Explanation, RuledType, Step } from "../contract.ts";
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
      {VERBS.map((verb) => {
        const explained = explain(store.ruling, from, to, verb);
        return (
          <section key={verb} className="rules-explained" aria-label={t(`data-types-permissions:verb.${verb}`)}>
            <h3>
              {t(`data-types-permissions:verb.${verb}`)}
              <span className={explained.allowed ? "chip chip-good" : "chip"}>
                {t(`data-types-permissions:answer.${explained.allowed ? "yes" : "no"}`)}
              </span>
            </h3>
            <Steps explained={explained} from={from} to={to} />
          </section>
        );
      })}
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

function Steps({ explained, from, to }: { explained: Explanation; from: RuledType; to: RuledType }) {
  return (
    <ol className="rules-steps">
      {explained.steps.map((step) => (
        <li key={step.rule} className={step.decides ? "rules-decides" : undefined}>
          {stepText(step, explained, from, to)}
          {step.decides && <span className="chip chip-accent">{t("data-types-permissions:explain.decides")}</span>}
        </li>
      ))}
    </ol>
  );
}

function stepText({ rule, holds }: Step, { verb }: Explanation, from: RuledType, to: RuledType): string {
  const answer = holds === null ? "none" : holds ? "yes" : "no";
  return t(`data-types-permissions:step.${rule}.${answer}`, {
    from: from.type,
    to: to.type,
    verb: t(`data-types-permissions:verb.${verb}`),
    category: t(`data-types-permissions:category.${to.type_category_id}`),
  });
}
