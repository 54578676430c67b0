// Who changed what of a profile, newest first.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import {
  Button,
  EmptyState,
  formatDateTime,
  formatNumber,
  ProblemView,
  problemText,
  Skeleton,
  t,
  useSession,
  useStore,
} from "#web";
import type { HistoryLine, Thing } from "../contract.ts";
import { EventDataStore } from "./store.ts";
import { useFieldLabel, useValueText } from "./valueText.ts";

export const History = observer(function History({ eventId, thing }: { eventId: number; thing: Thing }) {
  const store = useStore(EventDataStore);
  const { id, rev } = thing;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a save makes a new line, so the revision asks again
  useEffect(() => void store.listThingHistory(eventId, id), [store, eventId, id, rev]);
  const { problem } = store.listingHistory;
  if (problem) return <ProblemView problem={problem} retry={() => void store.listThingHistory(eventId, id)} />;
  if (!store.history) return <Skeleton rows={4} />;
  if (store.history.length === 0) {
    return <EmptyState title={t("event-data:history.empty")}>{t("event-data:history.emptyHelp")}</EmptyState>;
  }
  const count = store.history.length;
  return (
    <>
      <ol className="thing-history" aria-label={t("event-data:tab.history")}>
        {store.history.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ol>
      <p className="thing-history-end">
        <span className="muted" role="status">
          {t(`event-data:history.${store.hasOlder ? "shown" : "whole"}`, { count, number: formatNumber(count) })}
        </span>
        {store.hasOlder && (
          <Button small busy={store.listingOlder.busy} onClick={() => void store.listOlderHistory(eventId, id)}>
            {t("event-data:history.older")}
          </Button>
        )}
      </p>
      {store.listingOlder.problem && (
        <p className="form-problem" role="alert">
          {problemText(store.listingOlder.problem, t)}
        </p>
      )}
    </>
  );
});

const Line = observer(function Line({ line }: { line: HistoryLine }) {
  const fieldLabel = useFieldLabel();
  const zone = useSession().event?.timezone;
  const text = useValueText();
  const isSave = line.action === "save";
  const fields = isSave ? [...new Set([...Object.keys(line.before ?? {}), ...Object.keys(line.after ?? {})])] : [];
  return (
    <li>
      <p>
        <strong>{line.actor}</strong> {t(`event-data:history.${line.action}`, { defaultValue: line.action })}
        <time className="muted" dateTime={line.at}>
          {formatDateTime(line.at, zone)}
        </time>
      </p>
      {fields.length > 0 && (
        <dl>
          {fields.map((field) => (
            <div key={field}>
              <dt>{fieldLabel(field)}</dt>
              <dd>
                <del dir="auto">{text(field, line.before?.[field])}</del>
                <span aria-hidden="true"> → </span>
                <ins dir="auto">{text(field, line.after?.[field])}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
});
