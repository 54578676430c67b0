// List, plan of the day, clashes: three ways to look at the same sessions.
import type { KeyboardEvent } from "react";
import { formatNumber, t } from "#web";
import { type AgendaAddress, type AgendaView, VIEWS } from "./address.ts";

interface Props {
  view: AgendaView;
  clashes: number;
  go: AgendaAddress["go"];
}

export function ViewTabs({ view, clashes, go }: Props) {
  const choose = (next: AgendaView) => go({ view: next === "list" ? undefined : next });
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const next = VIEWS[(VIEWS.indexOf(view) + step + VIEWS.length) % VIEWS.length];
    if (step === 0 || !next) return;
    event.preventDefault();
    choose(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-view="${next}"]`)?.focus();
  };
  return (
    <div className="agenda-tabs" role="tablist" aria-label={t("agenda:view.label")} onKeyDown={move}>
      {VIEWS.map((each) => (
        <button
          key={each}
          type="button"
          role="tab"
          data-view={each}
          className="agenda-tab"
          aria-selected={each === view}
          tabIndex={each === view ? 0 : -1}
          onClick={() => choose(each)}
        >
          {t(`agenda:view.${each}`)}
          {each === "clashes" && (
            <span className={`chip ${clashes > 0 ? "chip-bad" : "chip-good"}`}>{formatNumber(clashes)}</span>
          )}
        </button>
      ))}
    </div>
  );
}
