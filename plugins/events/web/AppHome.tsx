// The app at a glance above its events: how they stand, each number leading to its rows, and which comes next.
import { observer } from "mobx-react-lite";
import { useMemo } from "react";
import { Link } from "react-router-dom";
import { formatNumber, languageTag, t, useSession } from "#web";
import { useMinute } from "./minutes.ts";
import { filterOf, standingOf } from "./standing.ts";

const SHOWN = ["live", "upcoming", "ended", "inactive"] as const;
const HOUR = 3_600_000;

/** How long until an instant, in days, or in hours when it is near. */
export function untilThen(instant: string, now: Date): string {
  const hours = (Date.parse(instant) - now.getTime()) / HOUR;
  const format = new Intl.RelativeTimeFormat(languageTag(), { numeric: "always" });
  return hours >= 48 ? format.format(Math.trunc(hours / 24), "day") : format.format(Math.ceil(hours), "hour");
}

export const AppHome = observer(function AppHome() {
  const { allowsAllEvents, events } = useSession();
  const minute = useMinute();
  const now = new Date(minute);
  const standing = useMemo(() => standingOf(events ?? [], new Date(minute)), [events, minute]);
  const { next } = standing;
  const soon = next && t("events:standing.next", { name: next.name, when: untilThen(next.date.date_start, now) });
  return (
    <ul className="events-standing" aria-label={t("events:standing")}>
      {SHOWN.map((which) => (
        <li key={which}>
          <Link to={`/event-home?${filterOf(which, now, allowsAllEvents)}`}>
            {t(`events:standing.${which}`)}{" "}
            <strong className="figures">{events ? formatNumber(standing[which]) : "–"}</strong>
          </Link>
        </li>
      ))}
      {next && (
        <li className="events-next">
          <Link to={`/event-details/${next.id}`} title={soon}>
            {soon}
          </Link>
        </li>
      )}
    </ul>
  );
});
