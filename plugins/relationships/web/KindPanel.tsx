// The open kind beside the list: its links, the profiles without one, and its settings.
import { observer } from "mobx-react-lite";
import { useState } from "react";
import {
  Button,
  Confirm,
  FormPanel,
  formatNumber,
  KeptTab,
  SidePanel,
  Tabs,
  t,
  useEnv,
  useOpenTab,
  useStore,
} from "#web";
import type { Kind } from "../contract.ts";
import { checkKind, KindFields } from "./KindFields.tsx";
import { Links } from "./Links.tsx";
import { RelationshipsStore } from "./store.ts";
import { Unlinked } from "./Unlinked.tsx";

interface Props {
  eventId: number;
  kind: Kind;
  onClose: () => void;
}

const TABS = ["links", "unlinked", "settings"] as const;

export const KindPanel = observer(function KindPanel({ eventId, kind, onClose }: Props) {
  const [chosen, setTab] = useOpenTab();
  const tab = TABS.find((id) => id === chosen) ?? "links";
  const tabs = TABS.map((id) => ({
    id,
    title: t(`relationships:tab.${id}`),
    mark: id === "links" && <span className="muted figures">{formatNumber(kind.links)}</span>,
  }));
  return (
    <SidePanel title={kind.name} onClose={onClose}>
      <Tabs label={kind.name} tabs={tabs} open={tab} onOpen={setTab}>
        <KeptTab isOpen={tab === "links"}>
          <Links eventId={eventId} kind={kind} />
        </KeptTab>
        {tab === "unlinked" && <Unlinked eventId={eventId} kind={kind} />}
        <KeptTab isOpen={tab === "settings"}>
          <Settings eventId={eventId} kind={kind} onClose={onClose} />
        </KeptTab>
      </Tabs>
    </SidePanel>
  );
});

const Settings = observer(function Settings({ eventId, kind, onClose }: Props) {
  const store = useStore(RelationshipsStore);
  const { notices } = useEnv();
  const { name, from, to, cardinality, visible } = kind;
  const [base, setBase] = useState({ rev: kind.rev, values: { name, from, to, cardinality, visible } });
  const isStale = store.saving.problem?.code === "stale";
  const save = async (values: typeof base.values) => {
    const saved = await store.saveKind(eventId, kind.id, { ...values, rev: isStale ? kind.rev : base.rev });
    if (!saved) return undefined;
    setBase({ rev: saved.rev, values });
    notices.success(t("common:toast.saved"));
    return saved;
  };
  return (
    <>
      {isStale && (
        <p className="note-warn" role="alert">
          {t("relationships:stale", { name: kind.name })}
        </p>
      )}
      <FormPanel
        label={t("relationships:tab.settings")}
        initial={base.values}
        check={checkKind}
        busy={store.saving.busy}
        problem={isStale ? undefined : store.saving.problem}
        readOnly={store.canSave ? undefined : t("relationships:readOnly")}
        action={isStale ? t("relationships:saveAgain") : undefined}
        onSave={save}
      >
        <KindFields />
      </FormPanel>
      {store.canSave && <Place eventId={eventId} kind={kind} />}
      {store.canSave && <Remove eventId={eventId} kind={kind} onClose={onClose} />}
    </>
  );
});

/** Where the kind stands: in the list, and on the profiles. */
const Place = observer(function Place({ eventId, kind }: Omit<Props, "onClose">) {
  const store = useStore(RelationshipsStore);
  const { notices } = useEnv();
  const ids = (store.kinds ?? []).map(({ id }) => id);
  const at = ids.indexOf(kind.id);
  if (ids.length < 2) return null;
  const move = async (by: 1 | -1) => {
    const others = ids.filter((id) => id !== kind.id);
    others.splice(at + by, 0, kind.id);
    if (!(await store.orderKinds(eventId, others)) && store.ordering.problem) notices.failed(store.ordering.problem);
  };
  return (
    <div className="relation-place">
      <span className="relation-label">{t("relationships:place.label")}</span>
      <span role="status">
        {t("relationships:place.of", { at: formatNumber(at + 1), all: formatNumber(ids.length) })}
      </span>
      <Button small disabled={at === 0 || store.ordering.busy} onClick={() => void move(-1)}>
        {t("relationships:place.up")}
      </Button>
      <Button small disabled={at === ids.length - 1 || store.ordering.busy} onClick={() => void move(1)}>
        {t("relationships:place.down")}
      </Button>
    </div>
  );
});

const Remove = observer(function Remove({ eventId, kind, onClose }: Props) {
  const store = useStore(RelationshipsStore);
  const { notices } = useEnv();
  const [isAsking, setAsking] = useState(false);
  const remove = async () => {
    const done = await store.removeKind(eventId, kind);
    setAsking(false);
    if (!done) return void (store.removing.problem && notices.failed(store.removing.problem));
    notices.success(t("relationships:remove.done", { name: kind.name }));
    onClose();
  };
  return (
    <p className="panel-foot">
      <Button tone="quiet" onClick={() => setAsking(true)}>
        {t("relationships:remove.action")}
      </Button>
      {isAsking && (
        <Confirm
          title={t("relationships:remove.title", { name: kind.name })}
          action={t("relationships:remove.action")}
          danger
          typed={kind.links > 0 ? kind.name : undefined}
          busy={store.removing.busy}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          <p>{t("relationships:remove.help", { count: kind.links, number: formatNumber(kind.links) })}</p>
        </Confirm>
      )}
    </p>
  );
});
