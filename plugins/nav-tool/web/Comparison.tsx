// The navigation of one audience, now and with the draft, side by side; every difference is marked with a word.
import { useState } from "react";
import { Panel, t } from "#web";
import { type Compared, type Line, onlyChanged } from "./compare.ts";

export function Comparison({ compared, role }: { compared: Compared; role: string }) {
  const [isWhole, setWhole] = useState(false);
  const count = compared.changes;
  const shown = (lines: readonly Line[]) => (isWhole || count === 0 ? lines : onlyChanged(lines));
  return (
    <Panel title={t("nav-tool:compare", { role })}>
      <div className="nav-tool-compared">
        <p role="status">{count === 0 ? t("nav-tool:compare.same") : t("nav-tool:compare.count", { count })}</p>
        {count > 0 && (
          <label>
            <input type="checkbox" checked={isWhole} onChange={(event) => setWhole(event.target.checked)} />
            {t("nav-tool:compare.whole")}
          </label>
        )}
      </div>
      <div className="nav-tool-sides">
        <Side title={t("nav-tool:compare.now")} lines={shown(compared.now)} />
        <Side title={t("nav-tool:compare.draft")} lines={shown(compared.then)} />
      </div>
    </Panel>
  );
}

function Side({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {lines.length === 0 && <p className="nav-tool-none">{t("nav-tool:compare.nothing")}</p>}
      <ul className="nav-tool-lines">
        {lines.map((line) => (
          <li
            key={line.key}
            className={`nav-tool-line-${line.kind} nav-tool-depth-${line.depth} ${line.change ? `nav-tool-${line.change}` : ""}`}
          >
            <span>{line.text ?? t(line.label)}</span>
            {line.state !== "enabled" && (
              <small title={line.reason && t(line.reason)}>{t(`nav-tool:state.${line.state}`)}</small>
            )}
            {line.change && <em>{t(`nav-tool:change.${line.change}`)}</em>}
          </li>
        ))}
      </ul>
    </section>
  );
}
