// The links of one profile, as a tab of its panel: by kind and end, with the field that makes a new one.
import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useState } from "react";
import {
  formatNumber,
  PickField,
  ProblemView,
  problemText,
  Skeleton,
  type TabPart,
  t,
  useEnv,
  useStore,
  useTold,
} from "#web";
import type { ProfileTabProps } from "../../event-data/contract.ts";
import type { End, Kind, LinkOf } from "../contract.ts";
import { LinksOfKind } from "./LinksOfKind.tsx";
import { putBack } from "./putBack.ts";
import { RelationshipsStore } from "./store.ts";

const Tab = observer(function Tab({ eventId, thing, category, isOpen, onChanged }: ProfileTabProps) {
  const store = useStore(RelationshipsStore);
  const { notices } = useEnv();
  const ask = () => void store.listLinksOf(eventId, thing.id);
  const askAll = () => {
    ask();
    void store.listKinds(eventId);
  };
  const broughtBack = store.broughtBack.get();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked whenever the tab of a profile is opened, and once a notice has put links back
  useEffect(() => {
    if (isOpen) askAll();
  }, [store, eventId, thing.id, isOpen, broughtBack]);
  const links = store.ofProfile?.thingId === thing.id ? store.ofProfile.links : undefined;
  const problem = (!links && store.listingOf.problem) || (!store.kinds && store.listing.problem);
  if (problem) return <ProblemView problem={problem} retry={askAll} />;
  if (!links || !store.kinds) return <Skeleton rows={4} />;
  /** Another profile may have been opened meanwhile. */
  const askAgain = () => {
    onChanged();
    if (store.ofProfile?.thingId === thing.id) ask();
  };
  const take = async ({ id, kind_id, label }: LinkOf) => {
    const removed = await store.removeLinks(eventId, kind_id, { ids: [id] });
    const { problem } = store.unlinking;
    if (removed && removed.length > 0) {
      const kind = store.kind(kind_id) ?? { id: kind_id, name: label };
      const undo = {
        label: t("common:undo"),
        run: () => void putBack(store, notices, eventId, kind, removed).then(onChanged),
      };
      notices.success(t("relationships:links.taken", { count: 1, number: formatNumber(1) }), { action: undo });
    } else if (removed) notices.error(t("relationships:gone.link"));
    else if (problem) notices.failed(problem);
    // What somebody else has taken away stands here no longer.
    if (removed || problem?.code === "not_found") askAgain();
  };
  const groups = new Map<string, [LinkOf, ...LinkOf[]]>();
  for (const link of links) {
    const key = `${link.kind_id}/${link.end}`;
    const group = groups.get(key);
    if (group) group.push(link);
    else groups.set(key, [link]);
  }
  return (
    <>
      {links.length === 0 && <p className="muted">{t("relationships:profile.none")}</p>}
      {[...groups].map(([key, group]) => (
        <LinksOfKind key={key} eventId={eventId} thingId={thing.id} links={group} onTake={(link) => void take(link)} />
      ))}
      {store.canSave && (
        <NewLink eventId={eventId} thing={thing} category={category} kinds={store.kinds} onLinked={askAgain} />
      )}
    </>
  );
});

interface NewProps extends Omit<ProfileTabProps, "isOpen" | "onChanged"> {
  kinds: readonly Kind[];
  onLinked: () => void;
}

const NewLink = observer(function NewLink({ eventId, thing, category, kinds, onLinked }: NewProps) {
  const store = useStore(RelationshipsStore);
  const { notices } = useEnv();
  const told = useTold(store.linking);
  const stands = (end: End) =>
    (end.category === null || end.category === category) &&
    (end.types.length === 0 || end.types.includes(thing.type_id));
  const ways = kinds.flatMap((kind) =>
    (["from", "to"] as const)
      .filter((end) => stands(kind[end]))
      .map((end) => ({ key: `${kind.id}/${end}`, kind, end })),
  );
  const [chosen, setChosen] = useState<string>();
  const way = ways.find((one) => one.key === chosen) ?? ways[0];
  const farEnd = way?.end === "from" ? "to" : "from";
  const far = way?.kind[farEnd];
  const kindId = way?.kind.id;
  const find = useCallback(
    (words: string, signal: AbortSignal) =>
      kindId ? store.findProfiles(kindId, farEnd, words, signal) : Promise.resolve([]),
    [store, kindId, farEnd],
  );
  if (!way || !far) return <p className="muted">{t("relationships:profile.noKind")}</p>;
  const link = async (other: number, name: string): Promise<void> => {
    const pair: [number, number] = way.end === "from" ? [thing.id, other] : [other, thing.id];
    const names = { from: thing.name, to: name };
    if (!(await store.createLink(eventId, way.kind.id, ...pair)))
      return told.failed(t("relationships:links.notMade", names), () => link(other, name));
    notices.success(t("relationships:links.made", names));
    onLinked();
  };
  return (
    <section className="relation-of">
      <h3>{t("relationships:profile.add")}</h3>
      <div className="field">
        <label htmlFor="relation-way">{t("relationships:profile.kind")}</label>
        <select id="relation-way" className="input" value={way.key} onChange={({ target }) => setChosen(target.value)}>
          {ways.map(({ key, kind, end }) => (
            <option key={key} value={key}>
              {`${kind[end].label} (${kind.name})`}
            </option>
          ))}
        </select>
      </div>
      <PickField
        label={t("relationships:profile.other")}
        placeholder={t(`relationships:find.${far.category ?? 0}`)}
        find={find}
        onPick={({ id, label }) => void link(Number(id), label)}
      />
      {store.linking.problem && (
        <p className="form-problem" role="alert">
          {problemText(store.linking.problem, t)}
        </p>
      )}
    </section>
  );
});

export const RelationshipsTab: TabPart<ProfileTabProps> = {
  title: "relationships:profile.title",
  access: { accessRole: 299, permissions: ["relationships"] },
  Tab,
};
