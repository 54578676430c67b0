// The open group beside the list: its members, its settings, what uses it, and its removal.
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import {
  Button,
  Confirm,
  FormPanel,
  formatNumber,
  KeptTab,
  SidePanel,
  Tabs,
  TextField,
  t,
  useEnv,
  useOpenTab,
  useStore,
} from "#web";
import type { Group, GroupChange } from "../contract.ts";
import { ColourField } from "./ColourField.tsx";
import { asDetails, checkDetails, DetailsFields, detailsOf } from "./DetailsFields.tsx";
import { Faults } from "./Faults.tsx";
import { GroupPlace } from "./GroupPlace.tsx";
import { Members } from "./Members.tsx";
import { checkGroup } from "./NewGroupPanel.tsx";
import { Overlap } from "./Overlap.tsx";
import { RuleField } from "./RuleField.tsx";
import { CustomGroupsStore } from "./store.ts";
import { nameOfUse, usesText } from "./uses.ts";

interface Props {
  eventId: number;
  group: Group;
  onClose: () => void;
}

const TABS = ["members", "overlap", "settings"] as const;

export const GroupPanel = observer(function GroupPanel({ eventId, group, onClose }: Props) {
  const [chosen, setTab] = useOpenTab();
  const tab = TABS.find((id) => id === chosen) ?? "members";
  const count = group.members !== null && <span className="muted figures">{formatNumber(group.members)}</span>;
  const tabs = TABS.map((id) => ({
    id,
    title: t(`custom-groups:tab.${id}`),
    mark: id === "members" ? count : undefined,
  }));
  return (
    <SidePanel title={group.name} onClose={onClose}>
      <Tabs label={group.name} tabs={tabs} open={tab} onOpen={setTab}>
        <Faults faults={group.faults} />
        <KeptTab isOpen={tab === "members"}>
          <Members eventId={eventId} group={group} />
        </KeptTab>
        {tab === "overlap" && <Overlap eventId={eventId} group={group} />}
        <KeptTab isOpen={tab === "settings"}>
          <Settings eventId={eventId} group={group} onClose={onClose} />
        </KeptTab>
      </Tabs>
    </SidePanel>
  );
});

const Settings = observer(function Settings({ eventId, group, onClose }: Props) {
  const store = useStore(CustomGroupsStore);
  const { notices } = useEnv();
  const { id, rev, name, colour, mode, rule } = group;
  const [base, setBase] = useState({ rev, values: { name, colour, mode, rule, ...detailsOf(group) } });
  const isStale = store.saving.problem?.code === "stale";
  const save = async (values: typeof base.values) => {
    const { name, colour, rule } = values;
    const change: GroupChange = { name, colour, ...asDetails(values), rev: isStale ? group.rev : base.rev };
    if (rule) change.rule = rule;
    const saved = await store.saveGroup(eventId, id, change);
    if (!saved) return undefined;
    setBase({ rev: saved.rev, values });
    notices.success(t("common:toast.saved"));
    return saved;
  };
  return (
    <>
      {isStale && (
        <p className="note-warn" role="alert">
          {t("custom-groups:stale", { name: group.name })}
        </p>
      )}
      <FormPanel
        label={t("custom-groups:tab.settings")}
        initial={base.values}
        check={(values) => ({ ...checkGroup(values), ...checkDetails(values) })}
        busy={store.saving.busy}
        problem={isStale ? undefined : store.saving.problem}
        readOnly={store.canSave ? undefined : t("custom-groups:readOnly")}
        action={isStale ? t("custom-groups:saveAgain") : undefined}
        onSave={save}
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
      <GroupPlace group={group} />
      <Uses eventId={eventId} group={group} />
      {store.canSave && <Remove eventId={eventId} group={group} onClose={onClose} />}
    </>
  );
});

const Uses = observer(function Uses({ eventId, group }: Pick<Props, "eventId" | "group">) {
  const store = useStore(CustomGroupsStore);
  useEffect(() => void store.listGroupUses(eventId, group.id), [store, eventId, group.id]);
  if (!store.uses) return null;
  const closed = store.uses.filter(({ path }) => path === null).length;
  return (
    <section className="group-uses">
      <h3>{t("custom-groups:uses.title")}</h3>
      {store.uses.length === 0 ? (
        <p className="muted">{t("custom-groups:uses.none")}</p>
      ) : (
        <ul>
          {store.uses.map(
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

const Remove = observer(function Remove({ eventId, group, onClose }: Props) {
  const store = useStore(CustomGroupsStore);
  const { notices } = useEnv();
  const [isAsking, setAsking] = useState(false);
  const uses = store.uses ?? group.uses;
  const remove = async () => {
    const done = await store.removeGroup(eventId, group);
    setAsking(false);
    if (!done) return void (store.removing.problem && notices.failed(store.removing.problem));
    notices.success(t("custom-groups:remove.done", { name: group.name }));
    onClose();
  };
  return (
    <p className="panel-foot">
      <Button tone="quiet" onClick={() => setAsking(true)}>
        {t("custom-groups:remove.action")}
      </Button>
      {isAsking && (
        <Confirm
          title={t("custom-groups:remove.title", { name: group.name })}
          action={t("custom-groups:remove.action")}
          danger
          busy={store.removing.busy}
          typed={uses.length > 0 ? group.name : undefined}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          <p>
            {t("custom-groups:remove.help", { count: group.members ?? 0, number: formatNumber(group.members ?? 0) })}
          </p>
          {uses.length > 0 && <p>{t("custom-groups:remove.used", { where: usesText(uses) })}</p>}
        </Confirm>
      )}
    </p>
  );
});
