// The navigation of one audience, now and with the draft, side by side; every difference is marked with a word.
import type { NavGroupView } from "#web";
import { Panel, t } from "#web";
import { compare, type Line } from "./compare.ts";

export function Comparison({ now, then }: { now: readonly NavGroupView[]; then: readonly NavGroupView[] }) {
  const compared = compare(now, then);
  const count = compared.changes;
  return (
    <Panel title={t("nav-tool:compare")}>
      <p role="status">{count === 0 ? t("nav-tool:compare.same") : t("nav-tool:compare.count", { count })}</p>
      <div className="nav-tool-sides">
        <Side title={t("nav-tool:compare.now")} lines={compared.now} />
        <Side title={t("nav-tool:compare.draft")} lines={compared.then} />
      </div>
    </Panel>
  );
}

function Side({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
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
