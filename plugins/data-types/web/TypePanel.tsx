// One data type beside the list: what it is called, what it looks like, what needs it; archived, restored and removed here.
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { TYPE_COLOURS, TYPE_ICONS } from "#schemas/typeLook.ts";
import { Button, Confirm, FormPanel, SidePanel, t, useEnv, useStore } from "#web";
import { type TypeChange, type TypeDetail, TypeDraft } from "../contract.ts";
import { ArchiveDialog } from "./ArchiveDialog.tsx";
import { MergeDialog } from "./MergeDialog.tsx";
import { Needs } from "./Needs.tsx";
import { DataTypesStore } from "./store.ts";
import { TypeConflict } from "./TypeConflict.tsx";
import { TypeFields } from "./TypeFields.tsx";

/** What the form holds; a missing text is an empty one. */
export type Values = Pick<TypeDetail, "type" | "type_category_id" | "labels" | "icon" | "colour" | "defaults"> & {
  to_events: boolean;
};

interface Props {
  /** Undefined for a new one. */
  type: TypeDetail | undefined;
  /** What a new one is to be, unless somebody says otherwise. */
  category: TypeDetail["type_category_id"];
  onClose: () => void;
  onMade: (type: TypeDetail) => void;
  /** The type has become another. */
  onMerged: (into: number) => void;
}

const NEW: Values = {
  type: "",
  type_category_id: 1,
  labels: {},
  icon: TYPE_ICONS[0],
  colour: TYPE_COLOURS[0],
  defaults: null,
  to_events: false,
};

export const TypePanel = observer(function TypePanel({ type, category, onClose, onMade, onMerged }: Props) {
  const store = useStore(DataTypesStore);
  const { notices } = useEnv();
  const [base, setBase] = useState(type);
  const [mine, setMine] = useState<Omit<TypeChange, "rev">>();
  const title = type?.type ?? t("data-types:add");
  const create = async (values: Values) => {
    const made = await store.create({ ...values, labels: filled(values.labels) });
    if (!made) return undefined;
    notices.success(t("data-types:created", { name: made.type }));
    // The form counts as saved before the panel changes, so that nothing asks whether to leave.
    setTimeout(() => onMade(made));
    return made;
  };
  const change = async (id: number, wanted: Omit<TypeChange, "rev">, rev: number) => {
    const saved = await store.save(id, { ...wanted, rev });
    setMine(saved || store.saving.problem?.code !== "stale" ? undefined : wanted);
    if (!saved) return undefined;
    setBase(saved);
    notices.success(t("common:toast.saved"));
    return saved;
  };
  const save = (values: Values) => {
    if (!base) return create(values);
    return change(base.id, changeOf(base, values), base.rev);
  };
  return (
    <SidePanel title={title} onClose={onClose}>
      {type && base && mine ? (
        <TypeConflict
          base={base}
          theirs={type}
          change={mine}
          onSave={(wanted) => void change(type.id, wanted, type.rev)}
          onDrop={() => {
            setBase(type);
            setMine(undefined);
          }}
        />
      ) : (
        <FormPanel<Values>
          label={title}
          initial={base ? valuesOf(base) : { ...NEW, type_category_id: category }}
          schema={TypeDraft}
          messages={{ type: t("data-types:nameMissing") }}
          busy={store.saving.busy}
          problem={store.saving.problem}
          action={base ? undefined : t("data-types:create")}
          always={!base}
          {...(base ? {} : { onCancel: onClose })}
          onSave={save}
        >
          <TypeFields isNew={!base} />
        </FormPanel>
      )}
      {type && <Needs type={type} />}
      {type && <Ends type={type} onClose={onClose} onMerged={onMerged} />}
    </SidePanel>
  );
});

interface EndsProps extends Pick<Props, "onClose" | "onMerged"> {
  type: TypeDetail;
}

const Ends = observer(function Ends({ type, onClose, onMerged }: EndsProps) {
  const store = useStore(DataTypesStore);
  const { notices } = useEnv();
  const [isAsking, setAsking] = useState(false);
  const [isArchiving, setArchiving] = useState(false);
  const [isMerging, setMerging] = useState(false);
  const needs = store.needsOf(type.id);
  const isFree = needs !== undefined && needs.length === 0;
  const restore = async () => {
    const done = await store.archive(type, false);
    if (done) notices.success(t("common:toast.saved"));
    else if (store.saving.problem) notices.failed(store.saving.problem);
  };
  const remove = async () => {
    const done = await store.remove(type);
    setAsking(false);
    if (done) {
      notices.success(t("data-types:remove.done", { name: type.type }));
      return onClose();
    }
    if (store.removing.problem) notices.failed(store.removing.problem);
    void store.countNeeds();
  };
  return (
    <section className="types-ends" aria-label={t("data-types:ends")}>
      <p>
        <Button busy={store.saving.busy} onClick={() => (type.archived_at ? void restore() : setArchiving(true))}>
          {t(type.archived_at ? "data-types:restore" : "data-types:archive")}
        </Button>
        <span className="field-help">{t("data-types:archiveHelp")}</span>
      </p>
      {isArchiving && <ArchiveDialog type={type} onClose={() => setArchiving(false)} />}
      <p>
        <Button onClick={() => setMerging(true)}>{t("data-types:merge.open")}</Button>
        <span className="field-help">{t("data-types:merge.openHelp")}</span>
      </p>
      {isMerging && <MergeDialog type={type} onClose={() => setMerging(false)} onMerged={onMerged} />}
      <p>
        <Button disabled={!isFree} aria-describedby="types-remove-help" onClick={() => setAsking(true)}>
          {t("data-types:remove.action")}
        </Button>
        <span className="field-help" id="types-remove-help">
          {t(isFree ? "data-types:remove.free" : "data-types:remove.needed")}
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
function changeOf(base: TypeDetail, { to_events: _, ...values }: Values): Omit<TypeChange, "rev"> {
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
