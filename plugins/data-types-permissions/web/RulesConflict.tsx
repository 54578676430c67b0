// Somebody else saved the rules first: cells and settings that both sides changed, side by side.
import { observer } from "mobx-react-lite";
import { BothChanged, compared, languageHere, type Tracking, t, useStore } from "#web";
import { type Look, OWN, USUAL } from "../contract.ts";
import { draftOf, factsOf, isLook, isOfType, isSetting, ORDER, pairOf, typeIn, type Value } from "./draft.ts";
import { ownText } from "./OwnRules.tsx";
import { TypeRulesStore } from "./store.ts";

interface Props {
  saving: Tracking;
  onSave: () => void;
}

export const RulesConflict = observer(function RulesConflict({ saving, onSave }: Props) {
  const store = useStore(TypeRulesStore);
  if (!store.theirs) return null;
  const nameOf = (key: string) => {
    if (key === ORDER) return t("data-types-permissions:look.order");
    if (isOfType(key)) return store.type(typeIn(key))?.type ?? key;
    const { from, to, verb } = pairOf(key);
    return `${store.type(from)?.type} → ${store.type(to)?.type}: ${t(`data-types-permissions:verb.${verb}`)}`;
  };
  const nameById = (id: number) => store.type(id)?.type ?? "";
  return (
    <div className="rules rules-settling">
      <BothChanged
        both={compared(factsOf(store.base), factsOf(store.draft), factsOf(draftOf(store.theirs)))}
        nameOf={nameOf}
        textOf={(_, value) => valueText(value as Value, nameById)}
        saving={saving}
        onSave={(taken) => {
          store.settle(taken);
          onSave();
        }}
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
    ...Object.entries(labels).map(
      ([locale, { one, many }]) => `${languageHere(locale)}: ${[one, many].filter(Boolean).join(" / ")}`,
    ),
    ...(icon ? [t(`data-types:icon.${icon}`)] : []),
    ...(colour ? [t(`data-types:colour.${colour}`)] : []),
  ].join("; ");
}
