// The home of the app: its numbers, the year of its events, what the next ones lack, and what changed last.
import { observer } from "mobx-react-lite";
import { useEffect, useMemo } from "react";
import { Link } from "react-router-dom";
import type { Change, Count } from "#schemas/overview.ts";
import type { Event } from "#schemas/session.ts";
import {
  Button,
  ChangeList,
  EmptyState,
  formatNumber,
  ownZone,
  Panel,
  ProblemLine,
  ProblemView,
  Ring,
  Skeleton,
  say,
  t,
  useAddress,
  useAreaNames,
  useSession,
  useStore,
} from "#web";
import type { EventStanding } from "../contract.ts";
import { untilThen } from "./AppHome.tsx";
import { daysOf } from "./columns.tsx";
import { HomeStore } from "./homeStore.ts";
import { useMinute } from "./minutes.ts";
import { YearPicture } from "./YearPicture.tsx";
import { nearOf, yearsOf } from "./year.ts";

/** Events of which the steps are told. */
const NEAR = 6;
/** Steps of an event that are named. */
const STEPS = 3;

export const Glance = observer(function Glance() {
  const store = useStore(HomeStore);
  const { events = [], appId } = useSession();
  const minute = useMinute();
  const now = useMemo(() => new Date(minute), [minute]);
  const near = useMemo(() => nearOf(events, now, NEAR), [events, now]);
  const ids = near.map(({ id }) => id).join(" ");
  const { mayHear } = store;
  const listHome = () => void (mayHear && appId && store.list(appId));
  const listNear = () => void (mayHear && ids !== "" && store.listNear(ids.split(" ").map(Number)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each set of events
  useEffect(listNear, [store, ids, mayHear]);
  const home = store.of(appId);
  const areaNames = useAreaNames();
  const told = store.nearOf(appId);
  const silent = [...new Set([...(home?.silent ?? []), ...(told?.silent ?? [])])];
  return (
    <>
      {silent.length > 0 && (
        <p className="form-problem" role="alert">
          {t("events:home.silent", { areas: areaNames(silent) })}
        </p>
      )}
      <Years events={events} now={now} />
      {mayHear && (
        <div className="events-home">
          <Panel title={t("events:home.next")} help={t("events:home.next.help")}>
            <Near events={near} now={now} known={told?.events} again={listNear} />
          </Panel>
          <Panel title={t("events:home.changes")}>
            {home && store.loading.problem && <ProblemLine problem={store.loading.problem} retry={listHome} />}
            {home ? (
              <>
                <Changes changes={home.changes} />
                <AppCounts counts={home.counts} />
              </>
            ) : store.loading.problem ? (
              <ProblemView problem={store.loading.problem} retry={listHome} />
            ) : (
              <Skeleton rows={6} />
            )}
          </Panel>
        </div>
      )}
    </>
  );
});

function AppCounts({ counts }: { counts: readonly Count[] }) {
  if (counts.length === 0) return null;
  return (
    <ul className="events-standing" aria-label={t("events:home.counts")}>
      {counts.map(({ id, title, value, path, tone }) => (
        <li key={id}>
          <Link to={path} className={`events-count-${tone}`}>
            {say(title)} <strong className="figures">{formatNumber(value)}</strong>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Years({ events, now }: { events: readonly Event[]; now: Date }) {
  const [params, change] = useAddress();
  const { first, last } = yearsOf(events, now);
  const asked = Number(params.get("year")) || now.getUTCFullYear();
  const year = Math.min(last, Math.max(first, asked));
  const show = (to: number) => change({ year: to === now.getUTCFullYear() ? undefined : String(to) });
  return (
    <Panel>
      <YearPicture events={events} year={year} now={now} />
      {last > first && (
        <div className="events-years">
          {/* Where there is no other year the button rests, so that whoever has pressed it keeps the focus. */}
          {[-1, 1].map((by) => (
            <Button
              key={by}
              small
              disabled={year + by < first || year + by > last}
              aria-label={t("events:year.show", { year: String(year + by) })}
              onClick={() => show(year + by)}
            >
              {String(year + by)}
            </Button>
          ))}
        </div>
      )}
    </Panel>
  );
}

interface NearProps {
  events: readonly Event[];
  now: Date;
  known: readonly EventStanding[] | undefined;
  again: () => void;
}

const Near = observer(function Near({ events, now, known, again }: NearProps) {
  const { problem } = useStore(HomeStore).nearing;
  if (events.length === 0) return <EmptyState title={t("events:home.none")}>{t("events:home.none.help")}</EmptyState>;
  if (!known) return problem ? <ProblemView problem={problem} retry={again} /> : <Skeleton rows={events.length * 2} />;
  return (
    <>
      {problem && <ProblemLine problem={problem} retry={again} />}
      <ul className="events-near">
        {events.map((event) => (
          <li key={event.id}>
            <NearOne event={event} now={now} standing={known.find(({ id }) => id === event.id)} />
          </li>
        ))}
      </ul>
    </>
  );
});

function NearOne({ event, now, standing }: { event: Event; now: Date; standing: EventStanding | undefined }) {
  const { steps = [], counts = [] } = standing ?? {};
  const open = steps.filter(({ done }) => !done).sort((a, b) => Number(b.needed) - Number(a.needed));
  const isOn = event.date.date_start <= now.toISOString();
  const when = isOn ? t("events:status.live") : untilThen(event.date.date_start, now);
  return (
    <>
      {steps.length > 0 && <StepsRing steps={steps} />}
      <div className="events-near-one">
        <Link to={`/event-details/${event.id}`} className="events-near-name">
          {event.name}
        </Link>
        <span className="muted">
          {daysOf({ ...event.date, timezone: event.timezone })} · {when}
          {event.active === 0 && ` · ${t("events:status.inactive")}`}
        </span>
        {open.length > 0 && (
          <ul className="events-near-steps">
            {open.slice(0, STEPS).map(({ id, title, needed, path }) => (
              <li key={id}>
                <Link to={path}>{say(title)}</Link>
                {needed && <span className="chip chip-warn">{t("events:home.needed")}</span>}
              </li>
            ))}
            {open.length > STEPS && (
              <li>
                <Link to={`/event-details/${event.id}`}>
                  {t("events:home.moreSteps", { count: open.length - STEPS })}
                </Link>
              </li>
            )}
          </ul>
        )}
        <ul className="events-near-counts">
          {counts
            .filter(({ value }) => value > 0)
            .map(({ id, title, value, path }) => (
              <li key={id}>
                <Link to={path}>
                  {say(title)} <strong className="figures">{formatNumber(value)}</strong>
                </Link>
              </li>
            ))}
        </ul>
      </div>
    </>
  );
}

/** How far the steps of an event are. */
export function StepsRing({ steps, size }: { steps: EventStanding["steps"]; size?: number }) {
  const done = steps.filter((step) => step.done).length;
  const isReady = steps.every((step) => step.done || !step.needed);
  const name = t("events:home.steps", { done: formatNumber(done), of: formatNumber(steps.length) });
  return <Ring done={done} of={steps.length} isReady={isReady} name={name} {...(size && { size })} />;
}

const Changes = observer(function Changes({ changes }: { changes: readonly Change[] }) {
  const { events = [] } = useSession();
  if (changes.length === 0) return <p className="muted">{t("events:home.changes.none")}</p>;
  const nameOf = (id: number) => events.find((event) => event.id === id)?.name;
  return <ChangeList changes={changes} zone={ownZone()} eventName={nameOf} />;
});
