// Two profiles side by side: which one stays, and for each field in which they differ whose value.
import { observer } from "mobx-react-lite";
import { useEffect, useId, useState } from "react";
import { Link } from "react-router-dom";
import {
  Button,
  formatNumber,
  Losses,
  ProblemView,
  problemText,
  SidePanel,
  Skeleton,
  t,
  useEnv,
  useSession,
  useStore,
} from "#web";
import type { PairFacts } from "../contract.ts";
import { barred, type Difference, differences, proposed, toKeep } from "./choice.ts";
import { reasonsText } from "./reasonsText.ts";
import { DuplicatesStore } from "./store.ts";
import { useFieldWords } from "./useFieldWords.tsx";

interface Props {
  eventId: number;
  pairId: number;
  onClose: () => void;
  onSettled: () => void;
}

export const PairPanel = observer(function PairPanel({ eventId, pairId, onClose, onSettled }: Props) {
  const store = useStore(DuplicatesStore);
  const ask = () => void store.getDuplicate(eventId, pairId);
  useEffect(ask, [store, eventId, pairId]);
  const pair = store.pair?.id === pairId ? store.pair : undefined;
  return (
    <SidePanel title={pair ? t("duplicates:panel.title") : t("duplicates:title")} width="wide" onClose={onClose}>
      {store.opening.problem && !store.opening.busy ? (
        <ProblemView problem={store.opening.problem} retry={ask} />
      ) : !pair ? (
        <Skeleton rows={8} />
      ) : (
        <Compare key={`${pair.one.rev}/${pair.other.rev}`} eventId={eventId} pair={pair} onSettled={onSettled} />
      )}
    </SidePanel>
  );
});

type Side = "one" | "other";
const farOf = (side: Side): Side => (side === "one" ? "other" : "one");

const Compare = observer(function Compare({
  eventId,
  pair,
  onSettled,
}: {
  eventId: number;
  pair: PairFacts;
  onSettled: () => void;
}) {
  const store = useStore(DuplicatesStore);
  const { notices } = useEnv();
  const all = differences(pair.one, pair.other);
  const [keep, setKeep] = useState<Side>(() => toKeep(pair.one, pair.other));
  const [asked, setTaken] = useState<ReadonlySet<string>>(() => new Set(proposed(all, keep)));
  const { accessRole: role = 0 } = useSession();
  const typeId = pair[asked.has("type_id") ? farOf(keep) : keep].type_id;
  const bars = new Map(all.map((one) => [one.field, barred(one, { keep, typeId, fields: store.fields, role })]));
  // What is barred may be free again once another data type is chosen.
  const taken = new Set([...asked].filter((field) => !bars.get(field)));
  const { one, other } = pair;
  const readOnly = !store.canMerge;
  const keepSide = (side: Side) => {
    setKeep(side);
    setTaken(new Set(proposed(all, side)));
  };
  const choose = (field: string, side: Side) => {
    const next = new Set(asked);
    if (side === keep) next.delete(field);
    else next.add(field);
    setTaken(next);
  };
  const merge = async () => {
    const [kept, dropped] = [pair[keep], pair[farOf(keep)]];
    const merged = await store.mergeThings(eventId, {
      keep: { id: kept.id, rev: kept.rev },
      drop: { id: dropped.id, rev: dropped.rev },
      take: [...taken],
    });
    if (!merged) return;
    notices.success(t("duplicates:merge.done", { name: merged.kept.name }));
    onSettled();
  };
  const dismiss = async (dismissed: boolean) => {
    if (!(await store.dismissDuplicate(eventId, pair.id, dismissed))) return;
    notices.success(t(dismissed ? "duplicates:dismiss.done" : "duplicates:dismiss.undone"));
    onSettled();
  };
  const problem = store.merging.problem ?? store.dismissing.problem;
  const isStale = problem?.code === "stale";
  return (
    <>
      <p className="duplicate-why">{reasonsText(pair.reasons)}</p>
      <table className="duplicate-compare">
        <caption className="sr-only">{t("duplicates:panel.title")}</caption>
        <thead>
          <tr>
            <th colSpan={2} scope="colgroup">
              {t("duplicates:panel.stays")}
            </th>
          </tr>
          <tr>
            {(["one", "other"] as const).map((side) => (
              <td key={side}>
                <label className="duplicate-choice">
                  <input
                    type="radio"
                    name="keep"
                    checked={keep === side}
                    disabled={readOnly}
                    onChange={() => keepSide(side)}
                  />
                  <Link to={`/event-data/${eventId}/profile/${pair[side].id}`} dir="auto">
                    {pair[side].name}
                  </Link>
                </label>
                <span className="muted figures">{t("duplicates:panel.id", { id: pair[side].id })}</span>
              </td>
            ))}
          </tr>
        </thead>
        {all.map((difference) => (
          <Compared
            key={difference.field}
            difference={difference}
            chosen={taken.has(difference.field) ? farOf(keep) : keep}
            readOnly={readOnly}
            bar={bars.get(difference.field)}
            onChoose={choose}
          />
        ))}
        {pair.attached.map((attached) => (
          <tbody key={attached.label}>
            <tr>
              <th colSpan={2} scope="rowgroup">
                {t(attached.label)}
              </th>
            </tr>
            <tr>
              <td className="figures">{formatNumber(attached.one)}</td>
              <td className="figures">{formatNumber(attached.other)}</td>
            </tr>
          </tbody>
        ))}
      </table>
      <Losses losses={pair.notes[keep]} />
      <p className="muted">
        {t(pair.notes[keep].length > 0 ? "duplicates:merge.helpExcept" : "duplicates:merge.help", {
          dropped: pair[farOf(keep)].name,
          id: pair[farOf(keep)].id,
        })}
      </p>
      {readOnly ? (
        <p className="form-read-only">{t("duplicates:readOnly")}</p>
      ) : (
        <div className="form-bar">
          {problem && (
            <p className="form-problem" role="alert">
              {isStale ? t("duplicates:merge.stale") : problemText(problem, t)}
            </p>
          )}
          {isStale && <Button onClick={() => void store.getDuplicate(eventId, pair.id)}>{t("common:retry")}</Button>}
          <Button busy={store.dismissing.busy} onClick={() => void dismiss(pair.state === "open")}>
            {t(pair.state === "open" ? "duplicates:dismiss.action" : "duplicates:dismiss.back")}
          </Button>
          <Button tone="primary" busy={store.merging.busy} onClick={() => void merge()}>
            {t("duplicates:merge.action")}
          </Button>
        </div>
      )}
      <span className="sr-only">{`${one.name} – ${other.name}`}</span>
    </>
  );
});

interface ComparedProps {
  difference: Difference;
  chosen: Side;
  readOnly: boolean;
  /** Key of the words why the side that is not chosen cannot be. */
  bar: string | undefined;
  onChoose: (field: string, side: Side) => void;
}

/** A field above its two values: beside them it would leave too little room for names. */
const Compared = observer(function Compared({ difference, chosen, readOnly, bar, onChoose }: ComparedProps) {
  const barId = useId();
  const { field } = difference;
  const { label, text, drawn } = useFieldWords(field);
  return (
    <tbody>
      <tr>
        <th colSpan={2} scope="rowgroup">
          {label}
          {bar && (
            <span id={barId} className="duplicate-bar muted">
              {t(bar)}
            </span>
          )}
        </th>
      </tr>
      <tr>
        {(["one", "other"] as const).map((side) => (
          <td key={side} className={chosen === side ? "duplicate-chosen" : undefined}>
            <label className="duplicate-choice">
              <input
                type="radio"
                name={`take-${field}`}
                checked={chosen === side}
                disabled={readOnly || (bar !== undefined && chosen !== side)}
                aria-describedby={bar && barId}
                aria-label={t("duplicates:panel.take", { field: label, value: text(difference[side]) })}
                onChange={() => onChoose(field, side)}
              />
              <span dir="auto">{drawn(difference[side])}</span>
            </label>
          </td>
        ))}
      </tr>
    </tbody>
  );
});
