// The open kind beside the list: its links, the profiles without one, and its settings.
import { observer } from "mobx-react-lite";
import { useState } from "react";
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
  t,
  useEnv,
  useLate,
  useOpenTab,
  useSession,
  useStore,
  useTold,
} from "#web";
import type { Kind, KindDraft } from "../contract.ts";
import { checkKind, KindFields } from "./KindFields.tsx";
import { factName, factsOf, factText, valuesOf, withFacts } from "./kindFacts.ts";
import { Links } from "./Links.tsx";
import { NEW, RelationshipsStore } from "./store.ts";
import { Unlinked } from "./Unlinked.tsx";

interface Props {
  eventId: number;
  kind: Kind;
  /** Somebody has removed it: it stands here as it was, with what was typed. */
  isGone: boolean;
  onClose: () => void;
  /** What was typed has become a kind of its own. */
  onMade: (kind: Kind) => void;
}

type Part = Omit<Props, "onMade">;

const TABS = ["links", "unlinked", "settings"] as const;

export const KindPanel = observer(function KindPanel(props: Props) {
  const { eventId, kind, isGone, onClose } = props;
  const [chosen, setTab] = useOpenTab();
  const store = useStore(RelationshipsStore);
  const tab = TABS.find((id) => id === chosen) ?? "links";
  const tabs = TABS.map((id) => ({
    id,
    title: t(`relationships:tab.${id}`),
    mark: id === "links" && <span className="muted figures">{formatNumber(kind.links)}</span>,
  }));
  return (
    <SidePanel title={kind.name} onClose={onClose}>
      {isGone && <GoneNote text={t("relationships:gone.note")} hidden={tab === "settings" && store.canSave} />}
      <Tabs label={kind.name} tabs={tabs} open={tab} onOpen={setTab}>
        <KeptTab isOpen={tab === "links"}>
          <Links eventId={eventId} kind={kind} isGone={isGone} />
        </KeptTab>
        {tab === "unlinked" && <Unlinked eventId={eventId} kind={kind} />}
        <KeptTab isOpen={tab === "settings"}>
          <Settings {...props} />
        </KeptTab>
      </Tabs>
    </SidePanel>
  );
});

const Settings = observer(function Settings({ eventId, kind, isGone, onClose, onMade }: Props) {
  const store = useStore(RelationshipsStore);
  const { notices } = useEnv();
  const stored = valuesOf(kind);
  const saving = store.saving.of(isGone ? NEW : kind.id);
  const told = useTold(saving);
  const late = useLate(store.saving.of(kind.id), stored, factsOf, isGone);
  const types = (useSession().typeCategories ?? []).flatMap((one) => one.types);
  const isStale = saving.problem?.code === "stale" || late.isBack;
  const save = async (values: KindDraft) => {
    const saved = await store.saveKind(eventId, kind.id, { ...values, rev: kind.rev });
    if (!saved) {
      const mine = { base: stored, mine: values };
      // What was not touched here is as they have left it; what was typed stays on top of that.
      const theirs = store.saving.of(kind.id).problem?.code === "stale" && store.kind(kind.id);
      if (theirs) late.keep(mine, valuesOf(theirs));
      told.failed(t("relationships:notSaved", { name: values.name }), () => save(values), {
        stale: { to: store.saving.of(kind.id), typed: mine },
        gone: { to: store.saving.of(NEW), typed: values, at: { id: NEW, [TAB]: undefined } },
      });
      return undefined;
    }
    late.drop();
    notices.success(t("common:toast.saved"));
    return saved;
  };
  const createAnew = async (draft: KindDraft) => {
    const made = await store.createKind(eventId, draft);
    if (!made) {
      told.failed(t("relationships:notSaved", { name: draft.name }), () => createAnew(draft));
      return undefined;
    }
    notices.success(t("relationships:created", { name: made.name }));
    if (told.isDrawn()) setTimeout(() => onMade(made));
    return made;
  };
  if (late.clash) {
    const { clash } = late;
    return (
      <BothChanged
        key={kind.rev}
        both={clash}
        nameOf={factName}
        textOf={(key, value) => factText(key, value, types)}
        saving={saving}
        onSave={(taken) => void save(withFacts(clash.settled(taken)))}
        onDrop={late.drop}
      />
    );
  }
  return (
    <>
      <FormPanel<KindDraft>
        label={t("relationships:tab.settings")}
        initial={stored}
        typed={late.typed}
        meanwhile={(base, mine) => !isGone && late.keep({ base, mine }, stored)}
        check={checkKind}
        busy={saving.busy}
        problem={saving.problem}
        notice={
          isGone ? t("relationships:gone.form") : isStale ? t("relationships:stale", { name: kind.name }) : undefined
        }
        readOnly={store.canSave ? undefined : t("relationships:readOnly")}
        action={isGone ? t("relationships:gone.again") : isStale ? t("relationships:saveAgain") : undefined}
        always={isGone}
        onSave={isGone ? createAnew : save}
      >
        <KindFields />
      </FormPanel>
      {store.canSave && !isGone && <Place eventId={eventId} kind={kind} />}
      {store.canSave && <Remove eventId={eventId} kind={kind} isGone={isGone} onClose={onClose} />}
    </>
  );
});

/** Where the kind stands: in the list, and on the profiles. */
const Place = observer(function Place({ eventId, kind }: Pick<Part, "eventId" | "kind">) {
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

const Remove = observer(function Remove({ eventId, kind, isGone, onClose }: Part) {
  const store = useStore(RelationshipsStore);
  const { notices } = useEnv();
  const [isAsking, setAsking] = useState(false);
  const told = useTold(store.removing);
  const ask = () => {
    setAsking(true);
    // Somebody may have linked by it since it was opened: what would go is told as it is now.
    void store.listKinds(eventId);
  };
  const remove = async () => {
    const done = await store.removeKind(eventId, kind);
    setAsking(false);
    if (!done) return void (store.removing.problem && notices.failed(store.removing.problem));
    notices.success(t("relationships:remove.done", { name: kind.name }));
    if (told.isDrawn()) onClose();
  };
  if (isGone && !isAsking) return null;
  return (
    <p className="panel-foot">
      <Button tone="quiet" disabled={isGone} onClick={ask}>
        {t("relationships:remove.action")}
      </Button>
      {isAsking && (
        <Confirm
          title={t("relationships:remove.title", { name: kind.name })}
          action={t("relationships:remove.action")}
          danger
          typed={kind.links > 0 ? kind.name : undefined}
          busy={store.removing.busy || store.listing.busy}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          <p>{t("relationships:remove.help", { count: kind.links, number: formatNumber(kind.links) })}</p>
        </Confirm>
      )}
    </p>
  );
});
