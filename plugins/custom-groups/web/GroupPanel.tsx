// The open group beside the list: its members, its settings, what uses it, and its removal.
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import {
  BothChanged,
  Button,
  Confirm,
  FormPanel,
  formatNumber,
  GoneNote,
  KeptTab,
  SidePanel,
  TAB,
  Tabs,
  TextField,
  t,
  useEnv,
  useLate,
  useOpenTab,
  useStore,
  useTold,
} from "#web";
import type { Group, GroupChange } from "../contract.ts";
import { ColourField } from "./ColourField.tsx";
import { asDetails, checkDetails, DetailsFields } from "./DetailsFields.tsx";
import { Faults } from "./Faults.tsx";
import { GroupPlace } from "./GroupPlace.tsx";
import { factName, factsOf, factText, type GroupValues, valuesOf, withFacts } from "./groupFacts.ts";
import { Members } from "./Members.tsx";
import { checkGroup, draftOf } from "./NewGroupPanel.tsx";
import { Overlap } from "./Overlap.tsx";
import { RuleField } from "./RuleField.tsx";
import { CustomGroupsStore, NEW } from "./store.ts";
import { useClauseFields } from "./useClauseFields.ts";
import { useMayRule } from "./useMayRule.ts";
import { nameOfUse, usesText } from "./uses.ts";

interface Props {
  eventId: number;
  group: Group;
  /** Somebody has removed it: it stands here as it was, with what was typed. */
  isGone: boolean;
  onClose: () => void;
  /** What was typed has become a group of its own. */
  onMade: (group: Group) => void;
}

type Part = Omit<Props, "onMade">;

const TABS = ["members", "overlap", "settings"] as const;

export const GroupPanel = observer(function GroupPanel(props: Props) {
  const { eventId, group, isGone, onClose } = props;
  const [chosen, setTab] = useOpenTab();
  const store = useStore(CustomGroupsStore);
  const tab = TABS.find((id) => id === chosen) ?? "members";
  const count = group.members !== null && <span className="muted figures">{formatNumber(group.members)}</span>;
  const tabs = TABS.map((id) => ({
    id,
    title: t(`custom-groups:tab.${id}`),
    mark: id === "members" ? count : undefined,
  }));
  return (
    <SidePanel title={group.name} onClose={onClose}>
      {isGone && <GoneNote text={t("custom-groups:gone.note")} hidden={tab === "settings" && store.canSave} />}
      <Tabs label={group.name} tabs={tabs} open={tab} onOpen={setTab}>
        <Faults faults={group.faults} />
        <KeptTab isOpen={tab === "members"}>
          <Members eventId={eventId} group={group} isGone={isGone} />
        </KeptTab>
        {tab === "overlap" && <Overlap eventId={eventId} group={group} />}
        <KeptTab isOpen={tab === "settings"}>
          <Settings {...props} />
        </KeptTab>
      </Tabs>
    </SidePanel>
  );
});

const Settings = observer(function Settings({ eventId, group, isGone, onClose, onMade }: Props) {
  const store = useStore(CustomGroupsStore);
  const { notices } = useEnv();
  const { id, mode } = group;
  const stored = valuesOf(group);
  const saving = store.saving.of(isGone ? NEW : id);
  const told = useTold(saving);
  const late = useLate(store.saving.of(id), stored, factsOf, isGone);
  const fields = useClauseFields(eventId);
  const isStale = saving.problem?.code === "stale" || late.isBack;
  const save = async (values: GroupValues) => {
    const { name, colour, rule } = values;
    const change: GroupChange = { name, colour, ...asDetails(values), rev: group.rev };
    if (rule) change.rule = rule;
    const saved = await store.saveGroup(eventId, id, change);
    if (!saved) {
      const mine = { base: stored, mine: values };
      // What was not touched here is as they have left it; what was typed stays on top of that.
      const theirs = store.saving.of(id).problem?.code === "stale" && store.group(id);
      if (theirs) late.keep(mine, valuesOf(theirs));
      told.failed(t("custom-groups:notSaved", { name }), () => save(values), {
        stale: { to: store.saving.of(id), typed: mine },
        gone: { to: store.saving.of(NEW), typed: values, at: { id: NEW, [TAB]: undefined } },
      });
      return undefined;
    }
    late.drop();
    notices.success(t("common:toast.saved"));
    return saved;
  };
  const createAnew = async (values: GroupValues) => {
    const made = await store.createGroup(eventId, draftOf(values));
    if (!made) {
      told.failed(t("custom-groups:notSaved", { name: values.name }), () => createAnew(values));
      return undefined;
    }
    notices.success(t("custom-groups:created", { name: made.name }));
    if (told.isDrawn()) setTimeout(() => onMade(made));
    return made;
  };
  if (late.clash) {
    const { clash } = late;
    return (
      <BothChanged
        key={group.rev}
        both={clash}
        nameOf={factName}
        textOf={(key, value) => factText(key, value, { groups: store.groups ?? [], fields })}
        saving={saving}
        onSave={(taken) => void save(withFacts(clash.settled(taken)))}
        onDrop={late.drop}
      />
    );
  }
  return (
    <>
      <FormPanel<GroupValues>
        label={t("custom-groups:tab.settings")}
        initial={stored}
        typed={late.typed}
        meanwhile={(base, mine) => !isGone && late.keep({ base, mine }, stored)}
        check={(values) => ({ ...checkGroup(values, fields), ...checkDetails(values) })}
        busy={saving.busy}
        problem={saving.problem}
        notice={
          isGone ? t("custom-groups:gone.form") : isStale ? t("custom-groups:stale", { name: group.name }) : undefined
        }
        readOnly={store.canSave ? undefined : t("custom-groups:readOnly")}
        action={isGone ? t("custom-groups:gone.again") : isStale ? t("custom-groups:saveAgain") : undefined}
        always={isGone}
        onSave={isGone ? createAnew : save}
      >
        <TextField name="name" label={t("custom-groups:column.name")} maxLength={80} autoComplete="off" required />
        <ColourField />
        {mode === "rule" ? (
          <RuleField eventId={eventId} />
        ) : (
          <p className="muted">{t("custom-groups:mode.manualHelp")}</p>
        )}
        <DetailsFields />
      </FormPanel>
      {!isGone && (
        <>
          <GroupPlace group={group} />
          <Uses eventId={eventId} group={group} />
        </>
      )}
      {store.canSave && <Remove eventId={eventId} group={group} isGone={isGone} onClose={onClose} />}
    </>
  );
});

const Uses = observer(function Uses({ eventId, group }: Pick<Part, "eventId" | "group">) {
  const store = useStore(CustomGroupsStore);
  useEffect(() => void store.listGroupUses(eventId, group.id), [store, eventId, group.id]);
  const uses = store.usesOf(group.id);
  if (!uses) return null;
  const closed = uses.filter(({ path }) => path === null).length;
  return (
    <section className="group-uses">
      <h3>{t("custom-groups:uses.title")}</h3>
      {uses.length === 0 ? (
        <p className="muted">{t("custom-groups:uses.none")}</p>
      ) : (
        <ul>
          {uses.map(
            (use) =>
              use.path !== null && (
                <li key={`${use.label}/${use.path}`}>
                  <Link to={use.path}>{nameOfUse(use)}</Link>{" "}
                  {use.name !== null && <span className="muted">{t(use.label)}</span>}
                </li>
              ),
          )}
          {closed > 0 && <li>{t("custom-groups:uses.closed", { count: closed, number: formatNumber(closed) })}</li>}
        </ul>
      )}
    </section>
  );
});

const Remove = observer(function Remove({ eventId, group, isGone, onClose }: Part) {
  const store = useStore(CustomGroupsStore);
  const { notices } = useEnv();
  const [isAsking, setAsking] = useState(false);
  const told = useTold(store.removing);
  const mayRule = useMayRule();
  const uses = store.usesOf(group.id) ?? group.uses;
  // A rule can be written once more; who was put in by hand is known nowhere else.
  const isByHand = group.mode === "manual" && (group.members ?? 0) > 0;
  const ask = () => {
    setAsking(true);
    // Somebody may have begun to use it since it was opened.
    void store.listGroupUses(eventId, group.id);
  };
  const remove = async () => {
    const done = await store.removeGroup(eventId, group);
    setAsking(false);
    if (!done) return void (store.removing.problem && notices.failed(store.removing.problem));
    notices.success(t("custom-groups:remove.done", { name: group.name }));
    if (told.isDrawn()) onClose();
  };
  if (isGone && !isAsking) return null;
  const isLocked = !mayRule && (group.see !== null || group.recommend !== null);
  return (
    <p className="panel-foot">
      <Button tone="quiet" disabled={isGone || isLocked} onClick={ask}>
        {t("custom-groups:remove.action")}
      </Button>
      {isLocked && <span className="field-help">{t("custom-groups:remove.locked")}</span>}
      {isAsking && (
        <Confirm
          title={t("custom-groups:remove.title", { name: group.name })}
          action={t("custom-groups:remove.action")}
          danger
          busy={store.removing.busy || store.listingUses.busy}
          typed={uses.length > 0 || isByHand ? group.name : undefined}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          <p>
            {t("custom-groups:remove.help", { count: group.members ?? 0, number: formatNumber(group.members ?? 0) })}
          </p>
          {isByHand && <p>{t("custom-groups:remove.byHand")}</p>}
          {uses.length > 0 && <p>{t("custom-groups:remove.used", { where: usesText(uses) })}</p>}
        </Confirm>
      )}
    </p>
  );
});
