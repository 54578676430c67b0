// One data type beside the list: what it is called, what it looks like, what needs it; archived, restored and removed here.
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { TYPE_COLOURS, TYPE_ICONS } from "#schemas/typeLook.ts";
import {
  Button,
  Confirm,
  FormPanel,
  formatNumber,
  GoneNote,
  SidePanel,
  t,
  useAddress,
  useEnv,
  useLeft,
  useStore,
  useTold,
} from "#web";
import { type TypeChange, type TypeDetail, TypeDraft } from "../contract.ts";
import { ArchiveDialog } from "./ArchiveDialog.tsx";
import { MergeDialog } from "./MergeDialog.tsx";
import { Needs } from "./Needs.tsx";
import { DataTypesStore, NEW } from "./store.ts";
import { TypeConflict } from "./TypeConflict.tsx";
import { TypeFields } from "./TypeFields.tsx";

/** What the form holds; a missing text is an empty one. */
export type Values = Pick<TypeDetail, "type" | "type_category_id" | "labels" | "icon" | "colour" | "defaults"> & {
  to_events: boolean;
};

interface Props {
  /** Undefined for a new one. */
  type: TypeDetail | undefined;
  /** Somebody has removed it: it stands here as it was, with what was typed. */
  isGone: boolean;
  /** What a new one is to be, unless somebody says otherwise. */
  category: TypeDetail["type_category_id"];
  onClose: () => void;
  onMade: (type: TypeDetail) => void;
  /** The type has become another. */
  onMerged: (into: number) => void;
}

type Change = Omit<TypeChange, "rev">;

/** A change that could not be saved, and what it started from. */
interface Late {
  base: TypeDetail;
  mine: Change;
}

const BLANK: Values = {
  type: "",
  type_category_id: 1,
  labels: {},
  icon: TYPE_ICONS[0],
  colour: TYPE_COLOURS[0],
  defaults: null,
  to_events: false,
};

export const TypePanel = observer(function TypePanel(props: Props) {
  const { type, isGone, category, onClose, onMade, onMerged } = props;
  const store = useStore(DataTypesStore);
  const { notices } = useEnv();
  const [base, setBase] = useState(type);
  const [mine, setMine] = useState<Change>();
  // Of a type that somebody removed while it was being saved.
  const [typed, setTyped] = useState<Values>();
  const saving = store.saving.of(type && !isGone ? type.id : NEW);
  const told = useTold(saving);
  useLeft<Late | Values>(saving, (left) => {
    if (!("mine" in left)) return setTyped(left);
    setBase(left.base);
    setMine(left.mine);
  });
  const title = type?.type ?? t("data-types:add");
  const create = async (values: Values) => {
    const made = await store.create({ ...values, labels: filled(values.labels) });
    if (!made) {
      told.failed(t("common:notSaved", { name: values.type }), () => create(values));
      return undefined;
    }
    const { type: fresh, left_out: count } = made;
    const left = count > 0 ? ` ${t("data-types:leftOut", { count, number: formatNumber(count) })}` : "";
    notices.success(`${t("data-types:created", { name: fresh.type })}${left}`);
    // The form counts as saved before the panel changes, so that nothing asks whether to leave.
    // Who has gone on meanwhile stays where he is.
    if (told.isDrawn()) setTimeout(() => onMade(fresh));
    return fresh;
  };
  const change = async (from: TypeDetail, wanted: Change, on = from): Promise<TypeDetail | undefined> => {
    const saved = await store.save(from.id, { ...wanted, rev: on.rev });
    const { code } = saving.problem ?? {};
    // What was chosen stays to be chosen as long as it has not been saved.
    setMine(saved ? undefined : (before) => (code === "stale" ? wanted : before));
    if (!saved) {
      if (code === "stale") setBase(on);
      const values = { ...valuesOf(from), ...wanted };
      told.failed(t("common:notSaved", { name: values.type }), () => change(from, wanted, on), {
        stale: { to: saving, typed: { base: on, mine: wanted } satisfies Late },
        gone: { to: store.saving.of(NEW), typed: values, at: { open: NEW } },
      });
      return undefined;
    }
    setBase(saved);
    notices.success(t("common:toast.saved"));
    return saved;
  };
  const save = (values: Values) => {
    if (!base || isGone) return create(values);
    return change(base, changeOf(base, values));
  };
  return (
    <SidePanel title={title} onClose={onClose}>
      {isGone && <GoneNote text={t("data-types:gone.form")} hidden />}
      {type && base && mine && !isGone ? (
        <TypeConflict
          base={base}
          theirs={type}
          change={mine}
          onSave={(wanted) => void change(base, wanted, type)}
          onDrop={() => {
            setBase(type);
            setMine(undefined);
          }}
        />
      ) : (
        <FormPanel<Values>
          label={title}
          initial={base ? valuesOf(base) : { ...BLANK, type_category_id: category }}
          typed={isGone && base && mine ? { ...valuesOf(base), ...mine } : typed}
          schema={TypeDraft}
          messages={{ type: t("data-types:nameMissing") }}
          busy={saving.busy}
          problem={saving.problem}
          notice={isGone ? t("data-types:gone.form") : undefined}
          action={isGone ? t("common:gone.again") : base ? undefined : t("data-types:create")}
          always={!base || isGone}
          {...(base ? {} : { onCancel: onClose })}
          onSave={save}
        >
          <TypeFields isNew={!base || isGone} />
        </FormPanel>
      )}
      {type && !isGone && <Needs type={type} />}
      {type && !isGone && <Ends type={type} isDrawn={told.isDrawn} onClose={onClose} onMerged={onMerged} />}
    </SidePanel>
  );
});

/** In the address while it is asked which type this one becomes. */
export const MERGE = "merge";

interface EndsProps extends Pick<Props, "onClose" | "onMerged"> {
  type: TypeDetail;
  /** Whether the panel is. */
  isDrawn: () => boolean;
}

const Ends = observer(function Ends({ type, isDrawn, onClose, onMerged }: EndsProps) {
  const store = useStore(DataTypesStore);
  const { notices } = useEnv();
  const [isAsking, setAsking] = useState(false);
  const [isArchiving, setArchiving] = useState(false);
  const [address, change] = useAddress();
  const merge = (isOpen: boolean) => change({ [MERGE]: isOpen ? "1" : undefined }, { preventScrollReset: true });
  const needs = store.needsOf(type.id);
  const saving = store.saving.of(type.id);
  const isFree = needs !== undefined && needs.length === 0;
  const unknown = store.counting.problem ? "data-types:remove.unknown" : "data-types:remove.asked";
  const known = isFree ? "data-types:remove.free" : "data-types:remove.needed";
  const restore = async () => {
    const done = await store.archive(type, false);
    if (done) notices.success(t("common:toast.saved"));
    else if (saving.problem) notices.failed(saving.problem);
  };
  const remove = async () => {
    const done = await store.remove(type);
    setAsking(false);
    if (done) {
      notices.success(t("data-types:remove.done", { name: type.type }));
      return void (isDrawn() && onClose());
    }
    if (store.removing.problem) notices.failed(store.removing.problem);
    void store.countNeeds();
  };
  return (
    <section className="types-ends" aria-label={t("data-types:ends")}>
      <p>
        <Button busy={saving.busy} onClick={() => (type.archived_at ? void restore() : setArchiving(true))}>
          {t(type.archived_at ? "data-types:restore" : "data-types:archive")}
        </Button>
        <span className="field-help">{t("data-types:archiveHelp")}</span>
      </p>
      {isArchiving && <ArchiveDialog type={type} onClose={() => setArchiving(false)} />}
      <p>
        <Button onClick={() => merge(true)}>{t("data-types:merge.open")}</Button>
        <span className="field-help">{t("data-types:merge.openHelp")}</span>
      </p>
      {address.has(MERGE) && <MergeDialog type={type} onClose={() => merge(false)} onMerged={onMerged} />}
      <p>
        <Button disabled={!isFree} aria-describedby="types-remove-help" onClick={() => setAsking(true)}>
          {t("data-types:remove.action")}
        </Button>
        <span className="field-help" id="types-remove-help">
          {t(needs ? known : unknown)}
        </span>
      </p>
      {isAsking && (
        <Confirm
          title={t("data-types:remove.title", { name: type.type })}
          action={t("data-types:remove.action")}
          danger
          busy={store.removing.busy}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          <p>{t("data-types:remove.help", { count: type.events })}</p>
        </Confirm>
      )}
    </section>
  );
});

function valuesOf({ type, type_category_id, labels, icon, colour, defaults }: TypeDetail): Values {
  return { type, type_category_id, labels, icon, colour, defaults, to_events: false };
}

/** What the form changed. */
function changeOf(base: TypeDetail, { to_events: _, ...values }: Values): Change {
  const wanted = { ...values, labels: filled(values.labels) };
  const differing = Object.entries(wanted).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(base[key as keyof TypeDetail]),
  );
  return Object.fromEntries(differing);
}

/** Both words of every language that has one; the form leaves out what nobody has typed. */
function filled(labels: Values["labels"]): Values["labels"] {
  const both = Object.entries(labels).map(([locale, words]) => [
    locale,
    { one: words?.one ?? "", many: words?.many ?? "" },
  ]);
  return Object.fromEntries(both);
}
