// What else names a data type, each with the way to it.
import { Link } from "react-router-dom";
import { formatNumber, t } from "#web";
import type { TypeNeed } from "../contract.ts";

const SHOWN = 8;

export function ImpactList({ title, needs }: { title: string; needs: readonly TypeNeed[] }) {
  if (needs.length === 0) return null;
  const more = needs.length - SHOWN;
  return (
    <>
      <p>{title}</p>
      <ul>
        {needs.slice(0, SHOWN).map(({ label, count, event, path }) => {
          const text = t(label, { count, number: formatNumber(count) });
          return (
            <li key={`${label} ${event?.id} ${path}`}>
              {path ? <Link to={path}>{text}</Link> : text}{" "}
              <span className="muted">
                {event?.name ?? t(path ? "data-types:needs.app" : "data-types:needs.closed")}
              </span>
            </li>
          );
        })}
        {more > 0 && (
          <li className="muted">{t("data-types:needs.more", { count: more, number: formatNumber(more) })}</li>
        )}
      </ul>
    </>
  );
}
