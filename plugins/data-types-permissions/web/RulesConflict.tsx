// Somebody else saved the rules first: cells and settings that both sides changed, side by side.
import { observer } from "mobx-react-lite";
import { Conflict, t, useEnv, useStore } from "#web";
import { OWN, USUAL } from "../contract.ts";
import { clashing, differing, draftOf, pairOf, type Value, valueAt } from "./draft.ts";
import { ownText } from "./OwnRules.tsx";
import { TypeRulesStore } from "./store.ts";

export const RulesConflict = observer(function RulesConflict() {
  const store = useStore(TypeRulesStore);
  const { notices } = useEnv();
  if (!store.theirs) return null;
  const theirs = draftOf(store.theirs);
  const keys = clashing(store.base, store.draft, theirs);
  const nameOf = (key: string) => {
    if (key.startsWith("type:")) return store.type(Number(key.slice("type:".length)))?.type ?? key;
    const { from, to, verb } = pairOf(key);
    return `${store.type(from)?.type} → ${store.type(to)?.type}: ${t(`data-types-permissions:verb.${verb}`)}`;
  };
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
          mine: valueText(valueAt(store.draft, key)),
          theirs: valueText(valueAt(theirs, key)),
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

function valueText(value: Value): string {
  if (value === undefined) return t("data-types-permissions:tools.default");
  if (typeof value === "boolean") return t(`data-types-permissions:answer.${value ? "yes" : "no"}`);
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
