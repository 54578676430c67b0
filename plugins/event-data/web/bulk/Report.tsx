// What an act on many would do, or did: how many, examples before and after, and who was left out and why.
import { observer } from "mobx-react-lite";
import { Button, download, formatNumber, Losses, t, useEnv, useStore } from "#web";
import type { BulkAct, BulkActPart, BulkResult } from "../../contract.ts";
import { EventDataStore } from "../store.ts";
import { useFieldLabel, useValueText } from "../valueText.ts";
import { asHeld, fieldOf, ownField } from "./act.ts";
import type { Outcome } from "./store.ts";
import { keyOf, wordOf } from "./wordOf.ts";

interface Props {
  outcome: Outcome;
  /** What the act is called, and whether its values are compared, where another area offers it. */
  other?: BulkActPart | undefined;
  isDone: boolean;
}

export const Report = observer(function Report({ outcome, other, isDone }: Props) {
  const { act, result } = outcome;
  const tense = isDone ? "did" : "would";
  const isUnchangedTold = act.do !== "remove" && (!other || result.unchanged > 0);
  const counts = [
    [t(keyOf(tense, wordOf(act), other)), result.changed],
    ...(result.groups === undefined ? [] : [[t(`event-data:bulk.${tense}.stay`), result.groups] as const]),
    ...(isUnchangedTold
      ? [[t(`event-data:bulk.${act.do === "merge" ? "single" : "unchanged"}`), result.unchanged] as const]
      : []),
    ...(result.skipped > 0 ? [[t(`event-data:bulk.${tense}.skipped`), result.skipped] as const] : []),
  ] as const;
  const label = useFieldLabel();
  const { bulk } = useStore(EventDataStore);
  const group = act.do === "group" ? bulk.groups?.find(({ id }) => id === act.group) : undefined;
  return (
    <div className="thing-bulk-report">
      {act.do === "edit" && <p>{t("event-data:bulk.ofField", { field: label(act.field) })}</p>}
      {group && <p>{t("event-data:bulk.ofGroup", { group: group.name })}</p>}
      <dl hidden={isDone && counts.length === 1}>
        {counts.map(([name, number]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatNumber(number)}</dd>
          </div>
        ))}
      </dl>
      {result.losses && <Losses losses={result.losses} />}
      <Sample act={act} other={other} sample={result.sample} />
      {result.skipped > 0 && <LeftOut result={result} jobId={outcome.jobId} />}
    </div>
  );
});

/** A text of any length in one of three columns. */
const Whole = ({ text }: { text: string }) => (
  <span className="clamped" title={text} dir="auto">
    {text}
  </span>
);

interface SampleProps extends Pick<Props, "other">, Pick<BulkResult, "sample"> {
  act: BulkAct;
}

const Sample = observer(function Sample({ act, other, sample }: SampleProps) {
  const { questions } = useStore(EventDataStore);
  const valueText = useValueText();
  if (sample.length === 0) return null;
  const field = fieldOf(act);
  const text = (value: string) => {
    if (!field) return value || t("event-data:value.none");
    return valueText(field, asHeld(ownField(questions.fields, field), value));
  };
  const isMerge = act.do === "merge";
  const isCompared = field !== undefined || act.do === "move" || isMerge || other?.isCompared === true;
  return (
    <table className="thing-bulk-sample">
      <caption>{t("event-data:bulk.sample")}</caption>
      {isCompared && (
        <thead>
          <tr>
            <th scope="col">{t("event-data:bulk.who")}</th>
            {!isMerge && <th scope="col">{t("event-data:bulk.before")}</th>}
            <th scope="col">{t(isMerge ? "event-data:bulk.into" : "event-data:bulk.after")}</th>
          </tr>
        </thead>
      )}
      <tbody>
        {sample.map(({ id, name, before, after }) => (
          <tr key={id}>
            <th scope="row">
              <Whole text={isMerge && name ? `${name} (${id})` : name || String(id)} />
            </th>
            {isCompared && (
              <>
                {!isMerge && (
                  <td>
                    <Whole text={text(before)} />
                  </td>
                )}
                <td>
                  <Whole text={text(after)} />
                </td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
});

/** Who was left out and why, the first of them; all of them as the file of the job. */
export const LeftOut = observer(function LeftOut({ result, jobId }: { result: BulkResult; jobId: number }) {
  const { bulk } = useStore(EventDataStore);
  const { notices } = useEnv();
  const save = (id: number) =>
    bulk.leftOut(id).then(
      (file) => download(file, "left-out.csv"),
      (problem) => notices.failed(problem),
    );
  return (
    <section className="thing-bulk-left">
      <h3>{t("event-data:bulk.leftOut")}</h3>
      <ul aria-label={t("event-data:bulk.leftOut")}>
        {result.errors.map(({ id, name, message }) => (
          <li key={id}>
            <strong>{name || id}</strong> {message}
          </li>
        ))}
      </ul>
      {result.skipped > result.errors.length && (
        <p className="muted">{t("event-data:bulk.leftFirst", { number: formatNumber(result.errors.length) })}</p>
      )}
      <Button small onClick={() => void save(jobId)}>
        {t("event-data:bulk.file")}
      </Button>
    </section>
  );
});
