// Who changed what of a profile, newest first.
import { observer } from "mobx-react-lite";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { Button, EmptyState, formatNumber, ProblemView, problemText, Skeleton, t, useStore } from "#web";
import type { HistoryLine, Thing } from "../contract.ts";
import { Moment } from "./Moment.tsx";
import { LINE } from "./place.ts";
import { EventDataStore } from "./store.ts";
import { useFieldLabel, useValueText } from "./valueText.ts";

/** Lines about meetings: of what they name only what was moved stood otherwise before. */
const MEETING = /^(?:request|accept|decline|cancel|move|leave|rejoin)_meeting$/;

/** Lines that say what became of single values, also where they know one side alone. */
const TELLING: ReadonlySet<string> = new Set(["save", "send_login", "log_in", "logged_in_as"]);

/** What a merge says beside fields: before it there was nothing. */
const ALONE: ReadonlySet<string> = new Set(["merged", "into"]);

/** The fields of which a line says what became of them. Who came, went or came back did so with all that they had. */
function toldIn({ action, before, after }: HistoryLine): string[] {
  if (action === "merge_into") return Object.keys(after ?? {});
  if (!TELLING.has(action) && !MEETING.test(action) && !(before && after)) return [];
  return [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])];
}

/** Whether a line says what stood in a field before. */
function saysBefore({ action, before }: HistoryLine, field: string): boolean {
  return MEETING.test(action) ? before !== null && field in before : !ALONE.has(field);
}

/** What somebody did: an import may have found the profile there. */
function actOf({ action, before }: HistoryLine): string {
  return action === "import" && before ? "importChanged" : action;
}

export const History = observer(function History({ eventId, thing }: { eventId: number; thing: Thing }) {
  const store = useStore(EventDataStore);
  const { id, rev } = thing;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a save makes a new line, so the revision asks again
  useEffect(() => void store.listThingHistory(eventId, id), [store, eventId, id, rev]);
  const wanted = useWanted(eventId, id);
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
          <Line key={line.id} line={line} isWanted={line.id === wanted} />
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

/** The line that the address asks for; it is looked for among older ones, too. */
function useWanted(eventId: number, thingId: number): number | undefined {
  const store = useStore(EventDataStore);
  const wanted = Number(useSearchParams()[0].get(LINE)) || undefined;
  const { history, hasOlder, listingOlder } = store;
  const last = history?.at(-1)?.id;
  const isOlder = wanted !== undefined && last !== undefined && wanted < last && hasOlder && !listingOlder.problem;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that has come may make the next one wanted
  useEffect(() => {
    if (isOlder) void store.listOlderHistory(eventId, thingId);
  }, [store, eventId, thingId, isOlder, last]);
  return wanted;
}

const Line = observer(function Line({ line, isWanted }: { line: HistoryLine; isWanted: boolean }) {
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: "center" });
  }, [isWanted]);
  const fieldLabel = useFieldLabel();
  const text = useValueText();
  const fields = toldIn(line);
  return (
    <li ref={place} tabIndex={isWanted ? -1 : undefined} aria-current={isWanted || undefined}>
      <p>
        <strong>{line.actor}</strong> {t(`event-data:history.${actOf(line)}`, { defaultValue: line.action })}
        <Moment at={line.at} />
      </p>
      {fields.length > 0 && (
        <dl>
          {fields.map((field) => (
            <div key={field}>
              <dt>{fieldLabel(field)}</dt>
              <dd>
                {saysBefore(line, field) && (
                  <>
                    <del dir="auto">{text(field, line.before?.[field])}</del>
                    <span aria-hidden="true"> → </span>
                  </>
                )}
                <ins dir="auto">{text(field, line.after?.[field])}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
});
