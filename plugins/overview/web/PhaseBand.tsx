// Where the event stands in time: a countdown, its days, and the clock of its own zone beside one's own.
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import type { Event } from "#schemas/session.ts";
import { formatDate, formatDateTime, languageTag, t, useEnv } from "#web";
import { momentOf } from "./phase.ts";

const TICK_MS = 15_000;

/** The time, told again and again while it is looked at. */
function useNow(): Date {
  const { now } = useEnv();
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), TICK_MS);
    return () => clearInterval(timer);
  }, [now]);
  return at;
}

export const PhaseBand = observer(function PhaseBand({ event }: { event: Event }) {
  const now = useNow();
  const { phase, amount, unit } = momentOf(event, now);
  const when = new Intl.RelativeTimeFormat(languageTag(), { numeric: "always" }).format(amount, unit);
  const first = formatDate(event.date.date_start, event.timezone);
  const last = formatDate(event.date.date_end, event.timezone);
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const there = formatDateTime(now, event.timezone);
  return (
    <section className={`overview-band overview-${event.active ? phase : "inactive"}`} aria-label={event.name}>
      <div className="overview-band-main">
        <p className="overview-event clamped">
          <bdi>{event.name}</bdi>
        </p>
        <p className="overview-when">{t(`overview:phase.${phase}`, { when })}</p>
      </div>
      <dl className="overview-band-facts">
        <div>
          <dt>{t("overview:status")}</dt>
          <dd>
            <span className={`chip ${chipOf(event, phase)}`}>
              {t(event.active ? `overview:status.${phase}` : "overview:status.inactive")}
            </span>
          </dd>
        </div>
        <div>
          <dt>{t("overview:dates")}</dt>
          <dd>{first === last ? first : `${first} – ${last}`}</dd>
        </div>
        <div>
          <dt>{t("overview:clock")}</dt>
          <dd className="figures">
            {there}
            {offsetOf(here, now) !== offsetOf(event.timezone, now) && (
              <span className="overview-here">{t("overview:clock.here", { time: formatDateTime(now) })}</span>
            )}
          </dd>
        </div>
      </dl>
    </section>
  );
});

function chipOf({ active }: Event, phase: string): string {
  if (!active) return "chip-warn";
  return phase === "live" ? "chip-good" : phase === "before" ? "chip-accent" : "";
}

/** What the clocks of a zone show, to compare zones by. */
function offsetOf(timeZone: string, now: Date): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "short", timeStyle: "short" }).format(now);
}
