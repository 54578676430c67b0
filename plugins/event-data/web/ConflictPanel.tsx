// Somebody else saved first: both values side by side, and for each field one choice.
import { observer } from "mobx-react-lite";
import { useEffect, useRef, useState } from "react";
import { Breakable, Button, LeaveGuard, problemText, t, useStore } from "#web";
import type { Thing } from "../contract.ts";
import { type Clash, type Conflict, clashesOf, flat, settled } from "./conflict.ts";
import { EventDataStore } from "./store.ts";
import type { SavingThing } from "./useSaveThing.ts";
import { useFieldLabel, useValueText } from "./valueText.ts";

interface Props {
  conflict: Conflict;
  saving: SavingThing;
  onSaved: (thing: Thing | undefined) => unknown;
  /** What was typed is let go, and what the others saved stands. */
  onDropped: (theirs: Thing) => void;
}

export const ConflictPanel = observer(function ConflictPanel({ conflict, saving, onSaved, onDropped }: Props) {
  const store = useStore(EventDataStore);
  const fieldLabel = useFieldLabel();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The form has gone with the focus. Who works in a cell of the list stays there.
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const clashes = clashesOf(conflict);
  const clashing = new Set(clashes.map((clash) => clash.field));
  const others = Object.keys(flat(conflict.change)).filter((field) => !clashing.has(field));
  const choose = (field: string, isTheirs: boolean) => {
    const next = new Set(theirs);
    if (isTheirs) next.add(field);
    else next.delete(field);
    setTheirs(next);
  };
  const drop = () => {
    store.put(conflict.theirs);
    onDropped(conflict.theirs);
  };
  const save = async () => onSaved(await saving.save(conflict.theirs, settled(conflict, theirs), conflict));
  return (
    <section className="thing-conflict" aria-label={t("event-data:conflict.title")}>
      <LeaveGuard when={!saving.busy} />
      <div role="alert">
        <h3 ref={heading} tabIndex={-1}>
          {t("event-data:conflict.title")}
        </h3>
        <p>{t(clashes.length > 0 ? "event-data:conflict.help" : "event-data:conflict.noClash")}</p>
      </div>
      {clashes.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t("event-data:conflict.mine")}</th>
              <th scope="col">{t("event-data:conflict.theirs")}</th>
            </tr>
          </thead>
          {clashes.map((clash) => (
            <Row key={clash.field} clash={clash} isTheirs={theirs.has(clash.field)} onChoose={choose} />
          ))}
        </table>
      )}
      {others.length > 0 && (
        <p className="muted">{t("event-data:conflict.others", { fields: others.map(fieldLabel).join(", ") })}</p>
      )}
      {saving.problem && (
        <p className="form-problem" role="alert">
          {problemText(saving.problem, t)}
        </p>
      )}
      <div className="form-bar">
        <Button disabled={saving.busy} onClick={drop}>
          {t("event-data:conflict.drop")}
        </Button>
        <Button tone="primary" busy={saving.busy} onClick={() => void save()}>
          {t("event-data:conflict.save")}
        </Button>
      </div>
    </section>
  );
});

interface RowProps {
  clash: Clash;
  isTheirs: boolean;
  onChoose: (field: string, isTheirs: boolean) => void;
}

const Row = observer(function Row({ clash, isTheirs, onChoose }: RowProps) {
  const text = useValueText();
  const label = useFieldLabel()(clash.field);
  const side = (value: unknown, wanted: boolean) => (
    <label className="thing-choice">
      <input
        type="radio"
        name={`choice-${clash.field}`}
        checked={isTheirs === wanted}
        aria-label={t(wanted ? "event-data:conflict.takeTheirs" : "event-data:conflict.takeMine", { field: label })}
        onChange={() => onChoose(clash.field, wanted)}
      />
      <span dir="auto">
        <Breakable text={text(clash.field, value)} />
      </span>
    </label>
  );
  return (
    <tbody>
      <tr>
        <th colSpan={2} scope="rowgroup">
          {label}
        </th>
      </tr>
      <tr>
        <td>{side(clash.mine, false)}</td>
        <td>{side(clash.theirs, true)}</td>
      </tr>
    </tbody>
  );
});
