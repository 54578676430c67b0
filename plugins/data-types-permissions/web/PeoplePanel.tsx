// What one profile may do with another, and why: both are searched as one types.
import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { Button, Needs, PickField, ProblemView, SidePanel, Skeleton, t, useStore } from "#web";
import type { Party } from "../contract.ts";
import { Explained } from "./Explained.tsx";
import { Matched } from "./Matched.tsx";
import { OwnRules } from "./OwnRules.tsx";
import { PROFILES, TypeRulesStore } from "./store.ts";

interface Props {
  eventId: number;
  from: number;
  to: number;
  /** Zero stands for nobody yet. */
  onPair: (from: number, to: number) => void;
  onClose: () => void;
}

export const PeoplePanel = observer(function PeoplePanel({ eventId, from, to, onPair, onClose }: Props) {
  const store = useStore(TypeRulesStore);
  const { asking } = store;
  const rev = store.saved?.rev;
  const ask = useCallback(() => void store.explainPeople(eventId, from, to), [store, eventId, from, to]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a save of the rules may change the answer
  useEffect(ask, [ask, rev]);
  const find = useCallback(
    (words: string, signal: AbortSignal) => store.findProfiles(eventId, words, signal),
    [store, eventId],
  );
  const pair = store.people;
  const known = (id: number): Party | undefined =>
    [pair?.from, pair?.to, ...store.found].find((one) => one?.id === id && id > 0);
  const side = (which: "from" | "to", id: number) => {
    const party = known(id);
    return (
      <div>
        <PickField
          label={t(`data-types-permissions:explain.${which}`)}
          placeholder={t("data-types-permissions:people.find")}
          find={find}
          onPick={(one) => (which === "from" ? onPair(Number(one.id), to) : onPair(from, Number(one.id)))}
        />
        <p className={party ? "clamped" : "muted"}>
          {party ? (
            <>
              <Link to={`/event-data/${eventId}/profile/${party.id}`}>
                <bdi>{party.name}</bdi>
              </Link>{" "}
              <span className="muted">
                {[party.company_name, store.type(party.type_id)?.type].filter(Boolean).join(" · ")}
              </span>
            </>
          ) : (
            t("data-types-permissions:people.nobody")
          )}
        </p>
      </div>
    );
  };
  const isAnswered = pair?.from.id === from && pair.to.id === to;
  const [one, other] = isAnswered ? [store.type(pair.from.type_id), store.type(pair.to.type_id)] : [];
  // Somebody may have taken their type up since the page was loaded.
  const lacksType = isAnswered && !(one && other);
  const asked = `${from}-${to}`;
  const [looked, setLooked] = useState<string>();
  const look = () => {
    if (lacksType) void store.load(eventId).then(() => setLooked(asked));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each pair
  useEffect(look, [lacksType, asked]);
  if (!store.seesProfiles)
    return (
      <SidePanel title={t("data-types-permissions:people.title")} onClose={onClose}>
        <p>{t("data-types-permissions:people.refused")}</p>
        <Needs access={PROFILES} />
        <p>{t("common:noPermission.help")}</p>
      </SidePanel>
    );
  return (
    <SidePanel title={t("data-types-permissions:people.title")} onClose={onClose}>
      <div className="rules-people">
        {side("from", from)}
        {side("to", to)}
        <Button small onClick={() => onPair(to, from)} disabled={from === to}>
          {t("data-types-permissions:explain.swap")}
        </Button>
      </div>
      {store.changed.length > 0 && <p className="muted">{t("data-types-permissions:people.saved")}</p>}
      {from === 0 || to === 0 ? (
        <p className="muted">{t("data-types-permissions:people.help")}</p>
      ) : asking.problem ? (
        <ProblemView problem={asking.problem} retry={ask} />
      ) : isAnswered && one && other ? (
        <>
          {pair.answers.map((explained) => (
            <Explained
              key={explained.verb}
              explained={explained}
              from={one}
              to={other}
              people={{ ...pair, settings: store.savedSettings }}
            />
          ))}
          <OwnRules type={one} setting={pair.own} />
          {from !== to && <Matched match={pair.match} />}
        </>
      ) : lacksType && store.loading.problem ? (
        <ProblemView problem={store.loading.problem} retry={look} />
      ) : lacksType && looked === asked ? (
        <p role="alert">{t("data-types-permissions:gone.type")}</p>
      ) : (
        <Skeleton rows={8} />
      )}
    </SidePanel>
  );
});
