// The groups of one profile, as a tab of its panel.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { ProblemView, problemText, Skeleton, type TabPart, t, useEnv, useStore } from "#web";
import type { ProfileTabProps } from "../../event-data/contract.ts";
import { HeldGroups } from "./HeldGroups.tsx";
import { PutInGroup } from "./PutInGroup.tsx";
import { putBack } from "./putBack.ts";
import { CustomGroupsStore } from "./store.ts";

const Tab = observer(function Tab({ eventId, thing, isOpen, onChanged }: ProfileTabProps) {
  const store = useStore(CustomGroupsStore);
  const { notices } = useEnv();
  const ask = () => void store.listGroupsOf(eventId, thing.id);
  const askAll = () => {
    ask();
    void store.listGroups(eventId, { counted: false });
  };
  const broughtBack = store.broughtBack.get();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a save of the profile may change what rules say of it, and a notice puts it back
  useEffect(() => {
    if (isOpen) askAll();
  }, [store, eventId, thing.id, thing.rev, isOpen, broughtBack]);
  const held = store.ofProfile?.thingId === thing.id ? store.ofProfile.groups : undefined;
  const missing = (!held && store.listingOf.problem) || (!store.groups && store.listing.problem);
  if (missing) return <ProblemView problem={missing} retry={askAll} />;
  if (!held || !store.groups) return <Skeleton rows={3} />;
  const { priority } = store;
  const isRanked = priority?.rule === "highest";
  const places = new Map(store.ranked.map(({ id }, at) => [id, at]));
  const mine = isRanked
    ? [...held].sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0))
    : held;
  const after = async (done: Promise<unknown>, problem: () => Parameters<typeof problemText>[0] | undefined) => {
    const isDone = (await done) !== undefined;
    if (isDone) onChanged();
    else notices.error(problemText(problem() ?? { code: "", message: t("common:toast.failed") }, t));
    // Another profile may have been opened meanwhile.
    if (isDone && store.ofProfile?.thingId === thing.id) ask();
    return isDone;
  };
  const take = async (id: number) => {
    const group = held.find((one) => one.id === id) ?? { id, name: "" };
    const taking = store.removeMembers(eventId, id, [thing.id]);
    if (!(await after(taking, () => store.taking.problem))) return;
    const removed = (await taking) ?? [];
    const undo = {
      label: t("common:undo"),
      run: () => void putBack(store, notices, eventId, group, removed).then(onChanged),
    };
    const told = t("custom-groups:profile.taken", { name: thing.name, group: group.name });
    notices.success(told, { action: removed.length > 0 ? undo : undefined });
  };
  return (
    <>
      {mine.length === 0 && <p className="muted">{t("custom-groups:profile.none")}</p>}
      <HeldGroups key={thing.id} eventId={eventId} groups={mine} onTake={(id) => void take(id)} />
      {priority && mine.length > 1 && (
        <p className="muted">
          {t(`custom-groups:priority.now.${priority.rule}`)} {isRanked && t("custom-groups:priority.shown")}
        </p>
      )}
      {store.canSave && (
        <PutInGroup
          key={`into ${thing.id}`}
          all={store.groups}
          held={held}
          onPut={(id) => after(store.addMembers(eventId, id, [String(thing.id)]), () => store.adding.problem)}
        />
      )}
    </>
  );
});

export const GroupsTab: TabPart<ProfileTabProps> = {
  title: "custom-groups:profile.title",
  access: { accessRole: 299, permissions: ["things"] },
  Tab,
};
