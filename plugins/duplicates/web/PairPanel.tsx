// Two profiles side by side: which one stays, and for each field in which they differ whose value.
import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useId, useState } from "react";
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
import type { Comparison } from "../contract.ts";
import { barred, type Difference, differences, proposed, toKeep } from "./choice.ts";
import { reasonsText } from "./reasonsText.ts";
import { DuplicatesStore, isOpen, type Two } from "./store.ts";
import { useFieldWords } from "./useFieldWords.tsx";

interface Props {
  eventId: number;
  two: Two;
  onClose: () => void;
  /** Goes on to the next pair, none that a profile is in which has gone. */
  onNext: (gone?: number) => void;
  /** The server has settled the pair, or refused to: the list is read anew. */
  onAnswered: (pairId: number | undefined, isDone: boolean) => void;
}

export const PairPanel = observer(function PairPanel({ eventId, two, onClose, onNext, onAnswered }: Props) {
  const store = useStore(DuplicatesStore);
  const which = JSON.stringify(two);
  const ask = useCallback(() => void store.openTwo(eventId, JSON.parse(which)), [store, eventId, which]);
  useEffect(ask, [ask]);
  const opened = isOpen(store.opened, two) ? store.opened : undefined;
  return (
    <SidePanel title={opened ? t("duplicates:panel.title") : t("duplicates:title")} width="wide" onClose={onClose}>
      {store.opening.problem && !store.opening.busy ? (
        <ProblemView problem={store.opening.problem} retry={ask} />
      ) : !opened ? (
        <Skeleton rows={8} />
      ) : (
        <Compare
          key={JSON.stringify([opened.one, opened.other].map(({ rev, photo }) => [rev, photo]))}
          eventId={eventId}
          opened={opened}
          onAgain={ask}
          onNext={onNext}
          onAnswered={onAnswered}
        />
      )}
    </SidePanel>
  );
});

type Side = "one" | "other";
const farOf = (side: Side): Side => (side === "one" ? "other" : "one");

interface CompareProps extends Pick<Props, "eventId" | "onNext" | "onAnswered"> {
  opened: Comparison;
  onAgain: () => void;
}

const Compare = observer(function Compare({ eventId, opened, onAgain, onNext, onAnswered }: CompareProps) {
  const store = useStore(DuplicatesStore);
  const { notices } = useEnv();
  const all = differences(opened.one, opened.other);
  const [keep, setKeep] = useState<Side>(() => toKeep(opened.one, opened.other));
  const [asked, setTaken] = useState<ReadonlySet<string>>(() => new Set(proposed(all, keep)));
  const { accessRole: role = 0 } = useSession();
  const typeId = opened[asked.has("type_id") ? farOf(keep) : keep].type_id;
  const bars = new Map(all.map((one) => [one.field, barred(one, { keep, typeId, fields: store.fields, role })]));
  // What is barred may be free again once another data type is chosen.
  const taken = new Set([...asked].filter((field) => !bars.get(field)));
  const { one, other, pair, notes } = opened;
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
    const [kept, dropped] = [opened[keep], opened[farOf(keep)]];
    const merged = await store.mergeThings(eventId, {
      keep: { id: kept.id, rev: kept.rev, photo: kept.photo },
      drop: { id: dropped.id, rev: dropped.rev, photo: dropped.photo },
      take: [...taken],
    });
    if (!merged) return;
    notices.success(t("duplicates:merge.done", { name: merged.kept.name }));
    onNext(dropped.id);
    onAnswered(pair?.id, true);
  };
  const dismiss = async (pairId: number, dismissed: boolean) => {
    onNext();
    const isDone = (await store.dismissDuplicate(eventId, pairId, dismissed)) === true;
    const { problem: refused } = store.dismissing.of(pairId);
    if (isDone) notices.success(t(dismissed ? "duplicates:dismiss.done" : "duplicates:dismiss.undone"));
    // The next one is looked at by now: it is said of whom this is.
    else if (refused) notices.error(problemText(refused, t), { title: `${one.name} – ${other.name}` });
    onAnswered(pairId, isDone);
  };
  const { problem } = store.merging;
  const isStale = problem?.code === "stale";
  return (
    <>
      <p className="duplicate-why">{pair ? reasonsText(pair.reasons) : t("duplicates:compare.unsuspected")}</p>
      {pair?.state === "dismissed" && <p className="muted duplicate-told">{t("duplicates:compare.apart")}</p>}
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
                  <Link to={`/event-data/${eventId}/profile/${opened[side].id}`} dir="auto">
                    {opened[side].name}
                  </Link>
                </label>
                <span className="muted figures">{t("duplicates:panel.id", { id: opened[side].id })}</span>
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
        {opened.attached.map((attached) => (
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
      <Losses losses={notes[keep]} />
      <p className="muted">
        {t(notes[keep].length > 0 ? "duplicates:merge.helpExcept" : "duplicates:merge.help", {
          dropped: opened[farOf(keep)].name,
          id: opened[farOf(keep)].id,
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
          {isStale && <Button onClick={onAgain}>{t("common:retry")}</Button>}
          {pair && (
            <Button
              busy={store.dismissing.of(pair.id).busy}
              onClick={() => void dismiss(pair.id, pair.state === "open")}
            >
              {t(pair.state === "open" ? "duplicates:dismiss.action" : "duplicates:dismiss.back")}
            </Button>
          )}
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
