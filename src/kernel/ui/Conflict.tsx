// Somebody else saved first: both values side by side, and one choice for each of them.
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { type ApiProblem, problemText } from "../api/problem.ts";
import { t } from "../i18n/setup.ts";
import { Breakable } from "./Breakable.tsx";
import { Button } from "./Button.tsx";
import styles from "./conflict.css?url";
import { loadStyles } from "./loadStyles.ts";

/** What both sides changed to different values. */
export interface Clash {
  key: string;
  label: string;
  mine: ReactNode;
  theirs: ReactNode;
}

interface Props {
  title: string;
  clashes: readonly Clash[];
  /** What only this side changed; it is kept. */
  others?: readonly string[];
  busy?: boolean;
  problem?: ApiProblem | undefined;
  /** Saves again; gets the keys for which theirs was chosen. */
  onSave: (theirs: ReadonlySet<string>) => void;
  /** Gives one's own changes up. */
  onDrop: () => void;
}

/** A save that came too late, to be settled. Draw it in the place of the form. */
export function Conflict({ title, clashes, others = [], busy = false, problem, onSave, onDrop }: Props) {
  const id = useId();
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    void loadStyles(styles);
    // The form has gone with the focus.
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  const choose = (key: string, isTheirs: boolean) => {
    const next = new Set(theirs);
    if (isTheirs) next.add(key);
    else next.delete(key);
    setTheirs(next);
  };
  const side = ({ key, label, mine, theirs: other }: Clash, isTheirs: boolean) => (
    <label className="conflict-choice">
      <input
        type="radio"
        name={`${id}-${key}`}
        checked={theirs.has(key) === isTheirs}
        aria-label={t(isTheirs ? "common:conflict.takeTheirs" : "common:conflict.takeMine", { field: label })}
        onChange={() => choose(key, isTheirs)}
      />
      <span dir="auto">{inLines(isTheirs ? other : mine)}</span>
    </label>
  );
  return (
    <section className="conflict" aria-label={title}>
      <div role="alert">
        <h3 ref={heading} tabIndex={-1}>
          {title}
        </h3>
        <p>{t(clashes.length > 0 ? "common:conflict.help" : "common:conflict.noClash")}</p>
      </div>
      {clashes.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t("common:conflict.mine")}</th>
              <th scope="col">{t("common:conflict.theirs")}</th>
            </tr>
          </thead>
          {/* The field above its values: beside them it would leave too little room for words in a panel. */}
          {clashes.map((clash) => (
            <tbody key={clash.key}>
              <tr>
                <th colSpan={2} scope="rowgroup">
                  {clash.label}
                </th>
              </tr>
              <tr>
                <td>{side(clash, false)}</td>
                <td>{side(clash, true)}</td>
              </tr>
            </tbody>
          ))}
        </table>
      )}
      {others.length > 0 && <p className="muted">{t("common:conflict.others", { fields: others.join(", ") })}</p>}
      {problem && (
        <p className="form-problem" role="alert">
          {problemText(problem, t)}
        </p>
      )}
      <div className="form-bar">
        <Button disabled={busy} onClick={onDrop}>
          {t("common:conflict.drop")}
        </Button>
        <Button tone="primary" busy={busy} onClick={() => onSave(theirs)}>
          {t("common:conflict.save")}
        </Button>
      </div>
    </section>
  );
}

function inLines(value: ReactNode): ReactNode {
  return typeof value === "string" ? <Breakable text={value} /> : value;
}
