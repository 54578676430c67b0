// One change beside the list: who, when, and both values of each field; what can be taken back is.
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { Button, Confirm, formatDate, formatDateTime, ownDateTime, problemText, SidePanel, t, useStore } from "#web";
import type { HistoryLine } from "../contract.ts";
import { RevertQuestion } from "./RevertQuestion.tsx";
import { HistoryStore } from "./store.ts";
import { type Known, wordsOf } from "./values.ts";
import { actionName, fieldName, objectName } from "./words.ts";

/** Actions after which what they were done to is no more. */
const GONE = new Set(["remove", "merge_into"]);

interface Props {
  line: HistoryLine;
  eventId: number;
  known: Known;
  /** The history has changed. */
  onChanged: () => void;
  onClose: () => void;
}

export const LinePanel = observer(function LinePanel({ line, eventId, known, onChanged, onClose }: Props) {
  const { zone, fields } = known;
  const store = useStore(HistoryStore);
  const [asked, setAsked] = useState<{ field: string } | "all">();
  const { busy, problem } = store.reverting;
  const { reversal } = line;
  const ownTime = ownDateTime(line.at, zone);
  const isHere = line.event_id === null || line.event_id === eventId;
  const mayRevert = reversal !== null && isHere;
  const action = t(`history:revert.action.${reversal ?? "fields"}`);
  return (
    <SidePanel title={line.object_label || objectName(line.object_type)} onClose={onClose}>
      <dl className="facts">
        <dt>{t("history:column.action")}</dt>
        <dd>
          {actionName(line.action, line.object_type)} · {objectName(line.object_type)} {line.object_id}
        </dd>
        <dt>{t("history:column.actor")}</dt>
        <dd>
          {line.actor} ({t(`history:kind.${line.actor_kind}`)})
        </dd>
        <dt>{t("history:column.at")}</dt>
        <dd title={ownTime && t("grid:clocks.own", { time: ownTime })}>{formatDateTime(line.at, zone)}</dd>
        <dt>{t("history:column.request_id")}</dt>
        <dd className="history-id">{line.request_id}</dd>
      </dl>
      {problem && (
        <p className="form-problem" role="alert">
          {problemText(problem, t)}
        </p>
      )}
      {line.erased_at && (
        <p className="history-none">{t("history:erased.text", { day: formatDate(line.erased_at, zone) })}</p>
      )}
      <Difference
        line={line}
        known={known}
        onRevert={mayRevert && reversal === "fields" ? (field) => setAsked({ field }) : undefined}
        busy={busy}
      />
      {mayRevert && (
        <Button onClick={() => setAsked("all")} busy={busy}>
          {action}
        </Button>
      )}
      {isHere && <Erase line={line} eventId={eventId} onErased={onChanged} />}
      {asked && (
        <RevertQuestion
          line={line}
          eventId={eventId}
          field={
            asked === "all" ? undefined : { key: asked.field, name: fieldName(asked.field, fields, line.object_type) }
          }
          onAnswered={(isDone) => {
            setAsked(undefined);
            if (isDone) onChanged();
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </SidePanel>
  );
});

/** What is gone can be forgotten as well: the way out of the history for people who ask to be erased. */
const Erase = observer(function Erase({
  line,
  eventId,
  onErased,
}: Pick<Props, "line" | "eventId"> & { onErased: () => void }) {
  const store = useStore(HistoryStore);
  const [isAsking, setAsking] = useState(false);
  const { busy, problem } = store.erasing;
  if (!GONE.has(line.action) || line.erased_at) return null;
  const erase = async () => {
    const done = await store.erase(eventId, line);
    setAsking(false);
    if (done) onErased();
  };
  return (
    <>
      <Button tone="quiet" onClick={() => setAsking(true)} busy={busy}>
        {t("history:erase.action")}
      </Button>
      {problem && (
        <p className="form-problem" role="alert">
          {problemText(problem, t)}
        </p>
      )}
      {isAsking && (
        <Confirm
          title={t("history:erase.title", { name: line.object_label })}
          action={t("history:erase.confirm")}
          danger
          busy={busy}
          onConfirm={() => void erase()}
          onClose={() => setAsking(false)}
        >
          <p>{t("history:erase.text", { name: line.object_label })}</p>
        </Confirm>
      )}
    </>
  );
});

interface DifferenceProps {
  line: HistoryLine;
  known: Known;
  busy: boolean;
  onRevert: ((field: string) => void) | undefined;
}

function Difference({ line, known, busy, onRevert }: DifferenceProps) {
  const { before, after } = line;
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (line.erased_at) return null;
  const words = wordsOf(line, known);
  if (fields.length === 0) return <p className="history-none">{t("history:noFields")}</p>;
  return (
    <ul className="history-differences" aria-label={t("history:column.changed")}>
      {fields.map((field) => (
        <li key={field}>
          <h3>{words.field(field)}</h3>
          <dl className="facts">
            {before && (
              <>
                <dt>{t("history:difference.before")}</dt>
                <dd dir="auto">{words.value(field, before[field])}</dd>
              </>
            )}
            {after && (
              <>
                <dt>{t("history:difference.after")}</dt>
                <dd dir="auto">{words.value(field, after[field])}</dd>
              </>
            )}
          </dl>
          {onRevert && (
            <Button
              small
              tone="quiet"
              busy={busy}
              aria-label={t("history:revert.one", { field: words.field(field) })}
              onClick={() => onRevert(field)}
            >
              {t("history:revert.short")}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
