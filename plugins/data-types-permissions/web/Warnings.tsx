// What was said and has no effect, with the way to its cell.
import { observer } from "mobx-react-lite";
import { t, useStore } from "#web";
import type { Verb } from "../../data-types/contract.ts";
import { TypeRulesStore } from "./store.ts";

interface Props {
  onGo: (from: number, to: number, verb: Verb) => void;
}

export const Warnings = observer(function Warnings({ onGo }: Props) {
  const { warnings, groups } = useStore(TypeRulesStore);
  if (warnings.length === 0) return null;
  return (
    <section className="rules-warnings" aria-label={t("data-types-permissions:warning.title")}>
      <h3>{t("data-types-permissions:warning.title")}</h3>
      {groups.some(({ verb }) => verb === "see") && warnings.some(({ kind }) => kind === "unseen") && (
        <p className="muted">{t("data-types-permissions:warning.byTypes")}</p>
      )}
      <ul>
        {warnings.map((one) =>
          one.kind === "noRequests" ? (
            <li key={`limit ${one.from.id}`}>
              {t("data-types-permissions:warning.noRequests", { type: one.from.type })}
            </li>
          ) : (
            <li key={`${one.from.id} ${one.to.id} ${one.verb}`}>
              <button type="button" className="field-link" onClick={() => onGo(one.from.id, one.to.id, one.verb)}>
                {t(`data-types-permissions:warning.${one.kind}`, {
                  from: one.from.type,
                  to: one.to.type,
                  verb: t(`data-types-permissions:verb.${one.verb}`),
                })}
              </button>
            </li>
          ),
        )}
      </ul>
    </section>
  );
});
