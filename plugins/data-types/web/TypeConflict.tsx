// Two people changed one data type: what clashes is chosen, the rest of one's own changes is kept.
import { observer } from "mobx-react-lite";
import { Conflict, LeaveGuard, languageHere, t, useStore } from "#web";
import { type TypeChange, type TypeDetail, VERBS } from "../contract.ts";
import { DataTypesStore } from "./store.ts";

interface Props {
  base: TypeDetail;
  theirs: TypeDetail;
  change: Omit<TypeChange, "rev">;
  onSave: (change: Omit<TypeChange, "rev">) => void;
  onDrop: () => void;
}

type Key = Exclude<keyof TypeChange, "rev">;

export const TypeConflict = observer(function TypeConflict({ base, theirs, change, onSave, onDrop }: Props) {
  const store = useStore(DataTypesStore);
  const keys = Object.keys(change) as Key[];
  const clashing = keys.filter((key) => !same(base[key], theirs[key]) && !same(change[key], theirs[key]));
  const clashes = clashing.map((key) => ({
    key,
    label: t(`data-types:facts.${key}`),
    mine: factText(key, change),
    theirs: factText(key, theirs),
  }));
  const saving = store.saving.of(theirs.id);
  const isLate = saving.problem?.code === "stale";
  return (
    <>
      <LeaveGuard when={!saving.busy} />
      <Conflict
        title={t("data-types:conflict", { name: theirs.type })}
        clashes={clashes}
        others={keys.filter((key) => !clashing.includes(key)).map((key) => t(`data-types:facts.${key}`))}
        busy={saving.busy}
        problem={isLate ? undefined : saving.problem}
        onSave={(taken) => onSave(Object.fromEntries(Object.entries(change).filter(([key]) => !taken.has(key))))}
        onDrop={onDrop}
      />
    </>
  );
});

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function factText(key: Key, facts: Partial<TypeDetail>): string {
  const { type = "", type_category_id, labels = {}, icon, colour, defaults } = facts;
  switch (key) {
    case "type":
      return type;
    case "type_category_id":
      return t(`data-types:category.${type_category_id}`);
    case "labels":
      return Object.entries(labels)
        .map(([locale, { one, many }]) => `${languageHere(locale)}: ${one} / ${many}`)
        .join(", ");
    case "icon":
      return t(`data-types:icon.${icon}`);
    case "colour":
      return t(`data-types:colour.${colour}`);
    case "defaults":
      if (!defaults) return t("data-types:defaults.standard");
      return VERBS.map((verb) => {
        const whom = (defaults[verb] ?? []).map((category) => t(`data-types:category.${category}`)).join(", ");
        return `${t(`data-types:verb.${verb}`)}: ${whom || "–"}`;
      }).join("; ");
  }
}
