// Puts a profile in one more group: chosen from a list, or found by its name where there are many.
import { observer } from "mobx-react-lite";
import { useCallback, useMemo, useState } from "react";
import { fold, holding } from "#schemas/fold.ts";
import { Button, PickField, t, useStore } from "#web";
import type { Group } from "../contract.ts";
import { CustomGroupsStore, type GroupOfProfile } from "./store.ts";

interface Props {
  all: readonly Group[];
  /** Those that it is in. */
  held: readonly GroupOfProfile[];
  /** Answers whether it was done. */
  onPut: (groupId: number) => Promise<boolean>;
}

type PartProps = Pick<Props, "onPut"> & { groups: readonly Group[] };

/** With more of them one looks for a group by its name. */
const MANY = 20;
/** So many are offered for what has been typed. */
const OFFERED = 20;

export function PutInGroup({ all, held, onPut }: Props) {
  const groups = useMemo(() => {
    const ids = new Set(held.map(({ id }) => id));
    return all.filter(({ id, mode }) => mode === "manual" && !ids.has(id));
  }, [all, held]);
  const [areMany] = useState(groups.length > MANY);
  if (groups.length === 0) return null;
  return areMany ? <Found groups={groups} onPut={onPut} /> : <Chosen groups={groups} onPut={onPut} />;
}

function Found({ groups, onPut }: PartProps) {
  const find = useCallback(
    async (words: string) => {
      const isFound = holding(words);
      const wanted = fold(words);
      const rank = (name: string) => (name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2);
      const found = groups
        .filter(({ name }) => isFound(name))
        .map(({ id, name }) => ({ id, label: name, rank: rank(fold(name)) }))
        .sort((one, other) => one.rank - other.rank);
      return found.slice(0, OFFERED);
    },
    [groups],
  );
  return (
    <PickField
      label={t("custom-groups:profile.putIn")}
      placeholder={t("custom-groups:profile.name")}
      find={find}
      shortest={1}
      onPick={({ id }) => void onPut(id as number)}
    />
  );
}

const Chosen = observer(function Chosen({ groups, onPut }: PartProps) {
  const store = useStore(CustomGroupsStore);
  const [choice, setChoice] = useState(0);
  const put = async () => {
    if (await onPut(choice)) setChoice(0);
  };
  return (
    <div className="group-put">
      <select
        className="input"
        aria-label={t("custom-groups:profile.choose")}
        value={choice}
        onChange={({ target }) => setChoice(Number(target.value))}
      >
        <option value={0}>{t("custom-groups:profile.choose")}</option>
        {groups.map((group) => (
          <option key={group.id} value={group.id}>
            {group.name}
          </option>
        ))}
      </select>
      <Button disabled={choice === 0} busy={store.adding.busy} onClick={() => void put()}>
        {t("custom-groups:profile.put")}
      </Button>
    </div>
  );
});
