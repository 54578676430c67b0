// The open kind beside the list: its links, the profiles without one, and its settings.
import { observer } from "mobx-react-lite";
import { useRef, useState } from "react";
import { Button, Confirm, FormPanel, formatNumber, SidePanel, t, useEnv, useStore } from "#web";
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
type Tab = (typeof TABS)[number];

export const KindPanel = observer(function KindPanel({ eventId, kind, onClose }: Props) {
  const [tab, setTab] = useState<Tab>("links");
  const row = useRef<HTMLDivElement>(null);
  const go = (key: string) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!step) return;
    const at = (TABS.indexOf(tab) + step + TABS.length) % TABS.length;
    setTab(TABS[at] as Tab);
    row.current?.querySelectorAll<HTMLElement>("[role=tab]")[at]?.focus();
  };
  return (
    <SidePanel title={kind.name} onClose={onClose}>
      <div className="relation-tabs" role="tablist" aria-label={kind.name} ref={row}>
        {TABS.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`relation-tab-${name}`}
            aria-selected={tab === name}
            aria-controls="relation-tab-panel"
            tabIndex={tab === name ? 0 : -1}
            onClick={() => setTab(name)}
            onKeyDown={({ key }) => go(key)}
          >
            {t(`relationships:tab.${name}`)}
            {name === "links" && <span className="muted figures"> {formatNumber(kind.links)}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="relation-tab-panel" aria-labelledby={`relation-tab-${tab}`}>
        {tab === "links" && <Links eventId={eventId} kind={kind} />}
        {tab === "unlinked" && <Unlinked eventId={eventId} kind={kind} />}
        {tab === "settings" && <Settings eventId={eventId} kind={kind} onClose={onClose} />}
      </div>
    </SidePanel>
  );
});

const Settings = observer(function Settings({ eventId, kind, onClose }: Props) {
  const store = useStore(RelationshipsStore);
  const { notices } = useEnv();
  const { name, from, to, cardinality } = kind;
  const [base, setBase] = useState({ rev: kind.rev, values: { name, from, to, cardinality } });
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
        <p className="relation-stale" role="alert">
          {t("relationships:stale", { name: kind.name })}
        </p>
      )}
      <FormPanel
        key={base.rev}
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
      {store.canSave && <Remove eventId={eventId} kind={kind} onClose={onClose} />}
    </>
  );
});

const Remove = observer(function Remove({ eventId, kind, onClose }: Props) {
  const store = useStore(RelationshipsStore);
  const { notices } = useEnv();
  const [isAsking, setAsking] = useState(false);
  const remove = async () => {
    const done = await store.removeKind(eventId, kind);
    setAsking(false);
    if (!done) return void notices.error(store.removing.problem?.message ?? t("common:toast.failed"));
    notices.success(t("relationships:remove.done", { name: kind.name }));
    onClose();
  };
  return (
    <p className="relation-remove">
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
