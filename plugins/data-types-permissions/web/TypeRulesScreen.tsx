// What the data types of an event may do with each other: the matrix, the types, and beside them the explanation of one pair.
import { observer } from "mobx-react-lite";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useParams, useSearchParams } from "react-router-dom";
import { Button, EmptyState, Page, ProblemView, Skeleton, t, useStore } from "#web";
import { VERBS, type Verb } from "../../data-types/contract.ts";
import { ChangesBar } from "./ChangesBar.tsx";
import { ExplainPanel } from "./ExplainPanel.tsx";
import { Matrix } from "./Matrix.tsx";
import { OwnPanel } from "./OwnPanel.tsx";
import { PeoplePanel } from "./PeoplePanel.tsx";
import { RulesConflict } from "./RulesConflict.tsx";
import { TypeRulesStore } from "./store.ts";
import { TypesOfEvent } from "./TypesOfEvent.tsx";
import { Warnings } from "./Warnings.tsx";

export const TypeRulesScreen = observer(function TypeRulesScreen() {
  const store = useStore(TypeRulesStore);
  const eventId = Number(useParams().eventId);
  const [query, setQuery] = useSearchParams();
  useEffect(() => void store.load(eventId), [store, eventId]);
  const verb = VERBS.find((one) => one === query.get("verb")) ?? "see";
  const set = (values: Record<string, string | undefined>) => {
    const next = new URLSearchParams(query);
    for (const [key, value] of Object.entries(values)) {
      if (value) next.set(key, value);
      else next.delete(key);
    }
    setQuery(next, { preventScrollReset: true, replace: "verb" in values });
  };
  const [from, to] = (query.get("pair") ?? "").split("-").map((id) => store.type(Number(id)));
  const explained = (one: number, other: number) => set({ pair: `${one}-${other}`, people: undefined, own: undefined });
  const people = query.get("people");
  const [one = 0, other = 0] = (people ?? "").split("-").map((id) => Number(id) || 0);
  const askPeople = (from: number, to: number) => set({ people: `${from}-${to}`, pair: undefined, own: undefined });
  const ruled = store.type(Number(query.get("own")));
  const rule = (type: number) => set({ own: String(type), pair: undefined, people: undefined });

  function content() {
    if (store.loading.problem && !store.saved) {
      return <ProblemView problem={store.loading.problem} retry={() => void store.load(eventId)} />;
    }
    if (!store.saved || store.eventId !== eventId) return <Skeleton kind="table" rows={8} />;
    if (store.theirs) return <RulesConflict />;
    return (
      <div className="rules">
        {!store.canSave && <p className="form-read-only">{t("data-types-permissions:readOnly")}</p>}
        {store.types.length === 0 ? (
          <EmptyState title={t("data-types-permissions:empty.title")}>
            {t("data-types-permissions:empty.help")}
          </EmptyState>
        ) : (
          <section aria-label={t("data-types-permissions:matrix.title")}>
            <VerbTabs verb={verb} onChoose={(one) => set({ verb: one })} />
            <div role="tabpanel" id="rules-panel" aria-labelledby={`rules-tab-${verb}`}>
              <Matrix verb={verb} onExplain={explained} />
            </div>
            <Warnings onGo={(one, other, of) => set({ verb: of, pair: `${one}-${other}` })} />
          </section>
        )}
        <TypesOfEvent eventId={eventId} onOwn={rule} />
        <ChangesBar />
      </div>
    );
  }

  return (
    <Page
      title={t("data-types-permissions:title")}
      help={t("data-types-permissions:help")}
      width="wide"
      actions={
        store.types.length > 0 && (
          <Button onClick={() => askPeople(one, other)}>{t("data-types-permissions:people.ask")}</Button>
        )
      }
      side={
        people !== null && store.saved && !store.theirs ? (
          <PeoplePanel
            eventId={eventId}
            from={one}
            to={other}
            onPair={askPeople}
            onClose={() => set({ people: undefined })}
          />
        ) : from && to && !store.theirs ? (
          <ExplainPanel from={from} to={to} onPair={explained} onClose={() => set({ pair: undefined })} />
        ) : ruled && !store.theirs ? (
          <OwnPanel key={ruled.id} type={ruled} onClose={() => set({ own: undefined })} />
        ) : undefined
      }
    >
      {content()}
    </Page>
  );
});

function VerbTabs({ verb, onChoose }: { verb: Verb; onChoose: (verb: Verb) => void }) {
  const row = useRef<HTMLDivElement>(null);
  const go = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = (VERBS.indexOf(verb) + step + VERBS.length) % VERBS.length;
    onChoose(VERBS[at] as Verb);
    row.current?.querySelectorAll<HTMLElement>("[role=tab]")[at]?.focus();
  };
  return (
    <div className="rules-tabs" role="tablist" aria-label={t("data-types-permissions:matrix.title")} ref={row}>
      {VERBS.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`rules-tab-${one}`}
          aria-selected={one === verb}
          aria-controls="rules-panel"
          tabIndex={one === verb ? 0 : -1}
          onClick={() => onChoose(one)}
          onKeyDown={go}
        >
          {t(`data-types-permissions:verb.${one}`)}
        </button>
      ))}
    </div>
  );
}
