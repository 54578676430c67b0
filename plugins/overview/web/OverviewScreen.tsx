// The home of an event: where it stands, what is missing before it opens, its numbers and pictures, and what changed.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { useParams } from "react-router-dom";
import {
  Button,
  Chart,
  Charts,
  EmptyState,
  formatDateTime,
  icons,
  Page,
  Panel,
  ProblemLine,
  ProblemView,
  Skeleton,
  t,
  useAreaNames,
  useSession,
  useStore,
} from "#web";
import type { Overview } from "../contract.ts";
import { Changes } from "./Changes.tsx";
import { Counts } from "./Counts.tsx";
import { PhaseBand } from "./PhaseBand.tsx";
import { Steps } from "./Steps.tsx";
import { OverviewStore } from "./store.ts";

export const OverviewScreen = observer(function OverviewScreen() {
  const store = useStore(OverviewStore);
  const { event } = useSession();
  const eventId = Number(useParams()["eventId"]);
  useEffect(() => void store.list(eventId), [store, eventId]);

  const overview = store.of(eventId);
  const { busy, problem } = store.loading;
  const again = () => void store.list(eventId);
  const actions = overview && (
    <>
      <span className="muted figures">
        {t("overview:asOf", { time: formatDateTime(overview.at, event?.timezone) })}
      </span>
      <Button icon={icons.refresh} busy={busy} aria-label={t("overview:refresh")} onClick={again} />
    </>
  );
  return (
    <Page title={t("overview:title")} actions={actions}>
      {event && <PhaseBand event={event} />}
      {problem && overview && <ProblemLine problem={problem} retry={again} />}
      {problem && !overview && <ProblemView problem={problem} retry={again} />}
      {!overview && !problem && <Outline />}
      {overview && <Told overview={overview} />}
    </Page>
  );
});

export function Told({ overview }: { overview: Overview }) {
  const { counts, steps, figures, changes, silent } = overview;
  const areaNames = useAreaNames();
  // Areas that failed are no areas without anything to tell.
  if ([counts, steps, figures, changes, silent].every(({ length }) => length === 0))
    return <EmptyState title={t("overview:empty.title")}>{t("overview:empty.text")}</EmptyState>;
  return (
    <>
      {silent.length > 0 && (
        <p className="form-problem" role="alert">
          {t("overview:silent", { areas: areaNames(silent) })}
        </p>
      )}
      <Counts counts={counts} />
      <div className="overview-columns">
        {steps.length > 0 && <Steps steps={steps} />}
        {changes.length > 0 && <Changes changes={changes} />}
      </div>
      <Charts>
        <div className="overview-figures">
          {figures.map((figure) => (
            <Panel key={figure.id}>
              <Chart figure={figure} level={2} />
            </Panel>
          ))}
        </div>
      </Charts>
    </>
  );
}

/** The outline of the real layout, so that nothing jumps when the answer comes. */
function Outline() {
  return (
    <>
      <div className="overview-counts">
        {[1, 2, 3, 4, 5, 6, 7].map((place) => (
          <div className="overview-count" key={place}>
            <Skeleton rows={2} />
          </div>
        ))}
      </div>
      <Panel>
        <Skeleton rows={6} />
      </Panel>
    </>
  );
}
