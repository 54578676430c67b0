// Two people changed one thing: what clashes is chosen, the rest of one's own changes is kept.
import type { ReactNode } from "react";
import { t } from "../i18n/setup.ts";
import type { Tracking } from "../store/tracked.ts";
import { Conflict } from "../ui/Conflict.tsx";
import type { Compared } from "./compared.ts";
import { LeaveGuard } from "./LeaveGuard.tsx";

interface Props {
  both: Compared;
  /** What the form calls a fact. */
  nameOf: (key: string) => string;
  textOf: (key: string, value: unknown) => ReactNode;
  saving: Tracking;
  /** Gets the names of which theirs was chosen. */
  onSave: (taken: ReadonlySet<string>) => void;
  onDrop: () => void;
}

/**
 * Theirs beside mine for every fact that both changed. Draw it in the place of the form.
 * @example
 * {late.clash && <BothChanged both={late.clash} nameOf={nameOf} textOf={textOf} saving={saving} onSave={settle} onDrop={late.drop} />}
 */
export function BothChanged({ both, nameOf, textOf, saving, onSave, onDrop }: Props) {
  return (
    <>
      <LeaveGuard when={!saving.busy} />
      <Conflict
        title={t("problem:stale")}
        clashes={both.clashing.map((key) => ({
          key,
          label: nameOf(key),
          mine: textOf(key, both.mine[key]),
          theirs: textOf(key, both.theirs[key]),
        }))}
        others={both.others.map(nameOf)}
        busy={saving.busy}
        problem={saving.problem?.code === "stale" ? undefined : saving.problem}
        onSave={onSave}
        onDrop={onDrop}
      />
    </>
  );
}
