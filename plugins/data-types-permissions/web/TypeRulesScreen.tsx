// What the data types of an event may do with each other: the matrix, the types, and beside them the explanation of one pair.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { useParams } from "react-router-dom";
import {
  Button,
  EmptyState,
  GonePanel,
  Page,
  ProblemView,
  Skeleton,
  Tabs,
  t,
  useAddress,
  useEnv,
  useLeft,
  useSession,
  useStore,
  useTold,
} from "#web";
import { VERBS } from "../../data-types/contract.ts";
import { ChangesBar } from "./ChangesBar.tsx";
import { ExplainPanel } from "./ExplainPanel.tsx";
import { GroupsNote } from "./GroupsNote.tsx";
import { LookPanel } from "./LookPanel.tsx";
import { Matrix } from "./Matrix.tsx";
import { OwnPanel } from "./OwnPanel.tsx";
import { PeoplePanel } from "./PeoplePanel.tsx";
import { Picture } from "./Picture.tsx";
import { RulesConflict } from "./RulesConflict.tsx";
import { type Attempt, restOf, TypeRulesStore } from "./store.ts";
import { CATEGORY_IDS, NO_PANEL, TypesOfEvent } from "./TypesOfEvent.tsx";
import { Warnings } from "./Warnings.tsx";

/** For each event anew: a save that fails after somebody has gone on to another one is told of its own. */
export function TypeRulesScreen() {
  const eventId = Number(useParams().eventId);
  return <RulesOfEvent key={eventId} eventId={eventId} />;
}

const RulesOfEvent = observer(function RulesOfEvent({ eventId }: { eventId: number }) {
  const store = useStore(TypeRulesStore);
  const { notices } = useEnv();
  const event = useSession().event?.name ?? "";
  const saving = store.saving.of(eventId);
  const told = useTold(saving);
  const [query, change] = useAddress();
  useLeft<Attempt>(saving, store.resume);
  useEffect(() => void store.load(eventId), [store, eventId]);
  const save = async (attempt = store.attempt) => {
    if (!attempt) return;
    if (await store.save(attempt)) return void notices.success(t("common:toast.saved"));
    const { problem } = saving;
    // The bar goes with the last change; why that was not saved is told all the same.
    if (problem && told.isDrawn() && store.changed.length === 0) notices.failed(problem);
    const rest = restOf(attempt, problem);
    told.failed(t("data-types-permissions:notSaved", { event }), () => save(rest), {
      stale: { to: saving, typed: attempt },
    });
  };
  const verb = VERBS.find((one) => one === query.get("verb")) ?? "see";
  const isDrawn = query.get("view") === "picture";
  const set = (values: Record<string, string | undefined>) =>
    change(values, { preventScrollReset: true, replace: "verb" in values || "category" in values });
  const [from, to] = (query.get("pair") ?? "").split("-").map((id) => store.type(Number(id)));
  const panel = (values: Record<string, string | undefined>) => set({ ...NO_PANEL, ...values });
  const explained = (one: number, other: number) => panel({ pair: `${one}-${other}` });
  const people = query.get("people");
  const [one = 0, other = 0] = (people ?? "").split("-").map((id) => Number(id) || 0);
  const askPeople = (from: number, to: number) => panel({ people: `${from}-${to}` });
  const ruled = store.type(Number(query.get("own")));
  const looked = store.type(Number(query.get("look")));
  // An address may name a type that the event does not have.
  const isNamed = ["pair", "own", "look"].some((name) => query.has(name));
  const category = CATEGORY_IDS.find((one) => String(one) === query.get("category")) ?? 1;

  function content() {
    if (store.loading.problem && !store.saved) {
      return <ProblemView problem={store.loading.problem} retry={() => void store.load(eventId)} />;
    }
    if (!store.saved || store.eventId !== eventId) return <Skeleton kind="table" rows={8} />;
    if (store.theirs) return <RulesConflict saving={saving} onSave={() => void save()} />;
    return (
      <div className="rules">
        {!store.canSave && <p className="form-read-only">{t("data-types-permissions:readOnly")}</p>}
        {store.types.length === 0 ? (
          <EmptyState title={t("data-types-permissions:empty.title")}>
            {t("data-types-permissions:empty.help")}
          </EmptyState>
        ) : (
          <section aria-label={t("data-types-permissions:matrix.title")}>
            <Tabs
              label={t("data-types-permissions:matrix.title")}
              tabs={VERBS.map((id) => ({ id, title: t(`data-types-permissions:verb.${id}`) }))}
              open={verb}
              onOpen={(one) => set({ verb: one })}
            >
              <GroupsNote verb={verb} />
              {isDrawn ? <Picture verb={verb} /> : <Matrix verb={verb} onExplain={explained} />}
            </Tabs>
            <Warnings onGo={(one, other, of) => set({ verb: of, pair: `${one}-${other}` })} />
          </section>
        )}
        <TypesOfEvent
          eventId={eventId}
          category={category}
          onCategory={(one) => set({ category: String(one) })}
          openId={(ruled ?? looked)?.id}
          onOwn={(type) => panel({ own: String(type) })}
          onLook={(type) => panel({ look: String(type) })}
        />
        <ChangesBar saving={saving} onSave={() => void save()} />
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
          <>
            <Button onClick={() => set({ view: isDrawn ? undefined : "picture" })}>
              {t(`data-types-permissions:net.${isDrawn ? "matrix" : "picture"}`)}
            </Button>
            <Button onClick={() => askPeople(one, other)}>{t("data-types-permissions:people.ask")}</Button>
          </>
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
        ) : looked && !store.theirs ? (
          <LookPanel key={looked.id} type={looked} onClose={() => set({ look: undefined })} />
        ) : (
          isNamed && store.saved && !store.theirs && <GonePanel onClose={() => panel({})} />
        )
      }
    >
      {content()}
    </Page>
  );
});
