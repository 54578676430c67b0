// What needs a data type, with the way to each list: there its profiles are moved to another type.
import { observer } from "mobx-react-lite";
import { Link } from "react-router-dom";
import { Button, formatNumber, problemText, t, useStore } from "#web";
import type { TypeDetail } from "../contract.ts";
import { DataTypesStore } from "./store.ts";

const SHOWN = 12;

export const Needs = observer(function Needs({ type }: { type: TypeDetail }) {
  const store = useStore(DataTypesStore);
  const needs = store.needsOf(type.id);
  const { problem } = store.counting;
  const more = (needs?.length ?? 0) - SHOWN;
  return (
    <section className="types-needs" aria-label={t("data-types:needs.title")}>
      <h3>{t("data-types:needs.title")}</h3>
      {!needs && problem && (
        <p role="alert">
          {problemText(problem, t)}{" "}
          <Button small onClick={() => void store.countNeeds()}>
            {t("common:retry")}
          </Button>
        </p>
      )}
      {!needs && !problem && <p className="muted">{t("common:loading")}</p>}
      {needs?.length === 0 && <p className="muted">{t("data-types:needs.none")}</p>}
      {needs && needs.length > 0 && (
        <>
          <ul>
            {needs.slice(0, SHOWN).map(({ label, count, event, path }) => {
              const text = t(label, { count, number: formatNumber(count) });
              return (
                <li key={`${label} ${path} ${event?.id}`}>
                  {path ? <Link to={path}>{text}</Link> : text}
                  <span className="muted">
                    {event?.name ?? t(path ? "data-types:needs.app" : "data-types:needs.closed")}
                  </span>
                </li>
              );
            })}
          </ul>
          {more > 0 && (
            <p className="muted">{t("data-types:needs.more", { count: more, number: formatNumber(more) })}</p>
          )}
          <p className="field-help">{t("data-types:needs.help")}</p>
        </>
      )}
    </section>
  );
});
