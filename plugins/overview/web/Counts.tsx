// Numbers that lead to their rows.
import { Link } from "react-router-dom";
import type { Count } from "#schemas/overview.ts";
import { formatNumber, say, t } from "#web";

export function Counts({ counts }: { counts: readonly Count[] }) {
  if (counts.length === 0) return null;
  return (
    <ul className="overview-counts" aria-label={t("overview:counts")}>
      {counts.map(({ id, title, note, value, tone, path }) => (
        <li key={id}>
          <Link to={path} className={`overview-count overview-count-${tone}`}>
            <span className="overview-count-title">{say(title)}</span>
            <strong className="figures">{formatNumber(value)}</strong>
            {note && <span className="overview-count-note">{say(note)}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
