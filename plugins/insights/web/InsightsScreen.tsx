// How an event, or all of them, are doing: figures of the areas over a span of days. The address says which.
import { observer } from "mobx-react-lite";
import { useEffect, useMemo } from "react";
import type { Figure } from "#schemas/figure.ts";
import {
  Button,
  Chart,
  Charts,
  EmptyState,
  EventChoice,
  FilterChips,
  formatDay,
  NoMatch,
  ownZone,
  Page,
  Panel,
  ProblemView,
  passFocusOn,
  Skeleton,
  t,
  useAddress,
  useAreaNames,
  useEnv,
  useSession,
  useStore,
} from "#web";
import type { Insights } from "../contract.ts";
import { eventOf, isLess, isUsual, lastDays, PRESETS, type Span, spanOf, todayIn, withinReach } from "./span.ts";
import { InsightsStore } from "./store.ts";

export const InsightsScreen = observer(function InsightsScreen() {
  const store = useStore(InsightsStore);
  const { now } = useEnv();
  const { events = [] } = useSession();
  const [params, put] = useAddress();
  // The days of one event are those of its clocks; those of all are reckoned from the reader's.
  const zone = events.find(({ id }) => id === eventOf(params))?.timezone ?? ownZone();
  const today = todayIn(zone, now());
  const { from, to, event, against } = spanOf(params, today);
  const span = useMemo(
    (): Span => ({ from, to, ...(event && { event }), ...(against && { against }) }),
    [from, to, event, against],
  );
  useEffect(() => void store.list(span), [store, span]);

  const set: FiltersProps["set"] = (change) => put({ from, to, ...change });
  const { loading } = store;
  const insights = store.of(span);
  return (
    <Page
      title={t("insights:title")}
      help={t("insights:help")}
      filters={
        <>
          <Filters span={span} today={today} set={set} />
          <Chips span={span} today={today} put={put} />
        </>
      }
    >
      {loading.problem && <ProblemView problem={loading.problem} retry={() => void store.list(span)} />}
      {!insights && !loading.problem && <Skeleton rows={8} />}
      {insights && !loading.problem && (
        <Figures
          insights={insights}
          isOld={insights.from !== from || insights.to !== to || insights.against !== against}
          onClear={isLess(span, today) ? () => put(NOTHING) : undefined}
          set={set}
        />
      )}
    </Page>
  );
});

/** The change of the address that takes all filters off. */
const NOTHING = { event: undefined, against: undefined, from: undefined, to: undefined };

interface FiguresProps {
  insights: Insights;
  /** They are of other days than are asked for by now. */
  isOld: boolean;
  onClear: (() => void) | undefined;
  set: FiltersProps["set"];
}

function Figures({ insights, isOld, onClear, set }: FiguresProps) {
  const areaNames = useAreaNames();
  const { figures, silent, events, older } = insights;
  // Areas that failed are no areas without figures.
  const isEmpty = figures.length === 0 && silent.length === 0;
  if (isEmpty && onClear) return <NoMatch onClear={onClear}>{t("insights:empty.text")}</NoMatch>;
  if (isEmpty) return <EmptyState title={t("insights:empty.title")}>{t("insights:empty.text")}</EmptyState>;
  return (
    <div className="insights-told" aria-busy={isOld}>
      {silent.length > 0 && (
        <p className="form-problem" role="alert">
          {t("insights:silent", { areas: areaNames(silent) })}
        </p>
      )}
      {older > 0 && <p className="muted">{t("insights:most", { count: events.length })}</p>}
      <Charts>
        <div className="insights-figures">
          {figures.map((figure) => (
            <Panel key={figure.id}>
              <Chart figure={figure} level={2} empty={<NoneInSpan figure={figure} set={set} />} />
            </Panel>
          ))}
        </div>
      </Charts>
    </div>
  );
}

/** Nothing of it is known, which is not that there is none: of days to come nobody knows. */
const isUnknown = ({ series }: Figure) => {
  const values = series.flatMap((one) => one.values);
  return values.length > 0 && values.every((value) => value === null);
};

/** Why a course of days is empty, and the days that are not. */
function NoneInSpan({ figure, set }: { figure: Figure; set: FiltersProps["set"] }) {
  if (isUnknown(figure)) return <p>{t("insights:none.unknown")}</p>;
  if (figure.along.kind !== "day") return <p>{t("chart:empty")}</p>;
  const { elsewhere } = figure;
  if (!elsewhere) return <p>{t("insights:none.here")}</p>;
  const days = { from: formatDay(elsewhere.from, true), to: formatDay(elsewhere.to, true) };
  return (
    <>
      <p>{t(`insights:none.${elsewhere.from === elsewhere.to ? "day" : "elsewhere"}`, days)}</p>
      <Button
        small
        onClick={({ currentTarget }) => {
          passFocusOn(currentTarget);
          set({ ...withinReach(elsewhere) });
        }}
      >
        {t("insights:none.show")}
      </Button>
    </>
  );
}

interface FiltersProps {
  span: Span;
  today: string;
  set: (change: Record<string, string | undefined>) => void;
}

const Filters = observer(function Filters({ span, today, set }: FiltersProps) {
  const { events } = useSession();
  const choices = useMemo(() => (events ?? []).filter(({ id }) => id > 0), [events]);
  const others = useMemo(() => choices.filter(({ id }) => id !== span.event), [choices, span.event]);
  return (
    <>
      <div className="insights-event">
        <EventChoice
          label={t("insights:event")}
          events={choices}
          chosen={span.event}
          none={t("insights:event.all")}
          // A chip says it.
          isTold
          // What stood beside another event has not been chosen beside this one.
          onChoose={(event) => set({ event: event?.toString(), against: undefined })}
        />
      </div>
      {span.event !== undefined && (
        <div className="insights-event">
          <EventChoice
            label={t("insights:against")}
            events={others}
            chosen={span.against}
            none={t("insights:against.none")}
            isTold
            onChoose={(event) => set({ against: event?.toString() })}
          />
        </div>
      )}
      <div className="insights-span">
        {(["from", "to"] as const).map((end) => (
          <label className="insights-filter" key={end}>
            {t(`insights:span.${end}`)}
            <input
              className="input"
              type="date"
              value={span[end]}
              required
              onChange={({ target }) => target.value && set({ [end]: target.value })}
            />
          </label>
        ))}
      </div>
      <div className="insights-presets">
        {PRESETS.map((days) => {
          const preset = lastDays(days, today);
          const isChosen = preset.from === span.from && preset.to === span.to;
          return (
            <Button key={days} tone="quiet" aria-pressed={isChosen} onClick={() => set({ ...preset })}>
              {t("insights:preset", { count: days })}
            </Button>
          );
        })}
      </div>
    </>
  );
});

interface ChipsProps {
  span: Span;
  today: string;
  put: (change: Record<string, string | undefined>) => void;
}

/** What is looked at instead of the last ninety days of all events. */
const Chips = observer(function Chips({ span, today, put }: ChipsProps) {
  const { events = [] } = useSession();
  const { event, against, from, to } = span;
  const nameOf = (id: number) => events.find((one) => one.id === id)?.dropdownName ?? t("common:filters.gone");
  const days = { from: formatDay(from, true), to: formatDay(to, true) };
  const chips = [
    event !== undefined && {
      key: "event",
      text: `${t("insights:event")}: ${nameOf(event)}`,
      onRemove: () => put({ event: undefined, against: undefined }),
    },
    against !== undefined && {
      key: "against",
      text: `${t("insights:against")}: ${nameOf(against)}`,
      onRemove: () => put({ against: undefined }),
    },
    !isUsual(span, today) && {
      key: "span",
      text: t("insights:span.chip", days),
      onRemove: () => put({ from: undefined, to: undefined }),
    },
  ].filter((chip) => chip !== false);
  return <FilterChips chips={chips} onClear={() => put(NOTHING)} />;
});
