// Somebody else saved the rules first: cells and settings that both sides changed, side by side.
import { observer } from "mobx-react-lite";
import { Conflict, t, useEnv, useStore } from "#web";
import { type Look, OWN, USUAL } from "../contract.ts";
import {
  clashing,
  differing,
  draftOf,
  isLook,
  isOfType,
  isSetting,
  ORDER,
  pairOf,
  typeIn,
  type Value,
  valueAt,
} from "./draft.ts";
import { ownText } from "./OwnRules.tsx";
import { TypeRulesStore } from "./store.ts";

export const RulesConflict = observer(function RulesConflict() {
  const store = useStore(TypeRulesStore);
  const { notices } = useEnv();
  if (!store.theirs) return null;
  const theirs = draftOf(store.theirs);
  const keys = clashing(store.base, store.draft, theirs);
  const nameOf = (key: string) => {
    if (key === ORDER) return t("data-types-permissions:look.order");
    if (isOfType(key)) return store.type(typeIn(key))?.type ?? key;
    const { from, to, verb } = pairOf(key);
    return `${store.type(from)?.type} → ${store.type(to)?.type}: ${t(`data-types-permissions:verb.${verb}`)}`;
  };
  const nameById = (id: number) => store.type(id)?.type ?? "";
  const settle = async (taken: ReadonlySet<string>) => {
    if (await store.settle(taken)) notices.success(t("common:toast.saved"));
  };
  return (
    <div className="rules rules-settling">
      <Conflict
        title={t("data-types-permissions:conflict")}
        clashes={keys.map((key) => ({
          key,
          label: nameOf(key),
          mine: valueText(valueAt(store.draft, key), nameById),
          theirs: valueText(valueAt(theirs, key), nameById),
        }))}
        others={differing(store.base, store.draft)
          .filter((key) => !keys.includes(key))
          .map(nameOf)}
        busy={store.saving.busy}
        problem={store.saving.problem?.code === "stale" ? undefined : store.saving.problem}
        onSave={(taken) => void settle(taken)}
        onDrop={() => store.drop()}
      />
    </div>
  );
});

function valueText(value: Value, nameById: (id: number) => string): string {
  if (value === undefined) return t("data-types-permissions:tools.default");
  if (typeof value === "boolean") return t(`data-types-permissions:answer.${value ? "yes" : "no"}`);
  if (isLook(value)) return lookText(value);
  if (!isSetting(value)) return value.map(nameById).join(", ");
  const { meets, pending, contacts } = value;
  const full = { ...USUAL, ...value };
  const own = OWN.filter((name) => JSON.stringify(full[name]) !== JSON.stringify(USUAL[name]));
  const yes = (is: boolean) => t(`data-types-permissions:answer.${is ? "yes" : "no"}`);
  return [
    `${t("data-types-permissions:column.meets")}: ${yes(meets)}`,
    `${t("data-types-permissions:column.pending")}: ${pending}`,
    `${t("data-types-permissions:column.contacts")}: ${yes(contacts)}`,
    ...own.map((name) =>
      name === "locked"
        ? Object.values(full.locked).join(" / ")
        : name === "locked_link"
          ? full.locked_link
          : `${t(`data-types-permissions:own.${name}`)}: ${ownText(full, name)}`,
    ),
  ].join("; ");
}

/** How the event calls and shows a type, in words. */
function lookText({ labels, icon, colour }: Look): string {
  return [
    ...Object.entries(labels).map(([locale, { one, many }]) => `${locale}: ${[one, many].filter(Boolean).join(" / ")}`),
    ...(icon ? [t(`data-types:icon.${icon}`)] : []),
    ...(colour ? [t(`data-types:colour.${colour}`)] : []),
  ].join("; ");
}
