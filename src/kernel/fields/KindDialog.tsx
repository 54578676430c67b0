// Makes a field one of another kind: first what becomes of its answers, and which would be lost, then it is done, or undone.
import { observer } from "mobx-react-lite";
import { useState } from "react";
import {
  type KindExample,
  type KindOrder,
  type KindResult,
  kindsInto,
  OPTIONS_FROM_ANSWERS,
} from "#schemas/fieldKind.ts";
import { type Field, type FieldKind, fieldName, hasOptions } from "#schemas/fields.ts";
import { problemText } from "../api/problem.ts";
import { formatNumber } from "../i18n/formats.ts";
import { currentLocale, t } from "../i18n/setup.ts";
import type { Tracking } from "../store/tracked.ts";
import { useTold } from "../store/useTold.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Running } from "../ui/Running.tsx";
import { StepsFoot } from "../ui/StepsFoot.tsx";
import { ChangedMeanwhile } from "./FieldConflict.tsx";
import type { RunningJob } from "./fieldJobs.ts";
import { Mentions } from "./Mentions.tsx";
import { PastedNote } from "./PastedNote.tsx";
import { pastedOptions } from "./pastedOptions.ts";

/** A job on a kind that has ended. */
export interface KindDone {
  jobId: number;
  result: KindResult;
}

interface Props {
  field: Field;
  /** Somebody has removed it meanwhile. */
  isGone: boolean;
  types: readonly { id: number; type: string }[];
  events: readonly { id: number; name: string }[];
  locales: readonly string[];
  replacing: Tracking;
  running: RunningJob | undefined;
  stopping: Tracking;
  stop: () => unknown;
  /** Each answers undefined when it failed. */
  change: (order: Omit<KindOrder, "rev">) => Promise<KindDone | undefined>;
  undo: (jobId: number) => Promise<KindDone | undefined>;
  onClose: () => void;
}

const counted = (key: string, count: number) =>
  t(`common:fields.change.${key}`, { count, number: formatNumber(count) });

export const KindDialog = observer(function KindDialog({
  field,
  isGone,
  types,
  events,
  locales,
  replacing,
  running,
  stopping,
  stop,
  change,
  undo,
  onClose,
}: Props) {
  const { busy, problem } = replacing;
  const told = useTold(replacing);
  // As it was when the dialog opened: once it is done, the field is another one.
  const [from] = useState(field);
  const name = fieldName(from, currentLocale());
  const title = t("common:fields.change.title", { name });
  const [tried, setTried] = useState<Field>();
  const isLate = problem?.code === "stale" && tried !== undefined && tried.rev < field.rev;
  const [kind, setKind] = useState<FieldKind>(kindsInto(field)[0] ?? "text");
  const [words, setWords] = useState("");
  const [preview, setPreview] = useState<KindResult>();
  const [done, setDone] = useState<KindDone>();
  const [undone, setUndone] = useState<KindResult>();
  const makesOptions = hasOptions({ kind }) && !hasOptions(from);
  const isEmpty = preview !== undefined && hasOptions({ kind }) && preview.options.length === 0;
  const pasted = pastedOptions(makesOptions ? words : "", [], locales, OPTIONS_FROM_ANSWERS);
  const order = (mode: KindOrder["mode"]) => ({
    kind,
    mode,
    ...(makesOptions && words.trim() !== "" && { options: pasted.options }),
  });
  const attempt = async () => {
    setTried(field);
    setPreview((await change(order("dry-run")))?.result);
  };
  const apply = async (result: KindResult) => {
    setTried(field);
    const applied = await change({ ...order("apply"), lose: result.lost });
    setDone(applied);
    if (applied) {
      const { jobId, result: made } = applied;
      const action = made.until ? { label: t("common:undo"), run: () => void goBack(jobId) } : undefined;
      return told.done(counted("done", made.changed), { title, action });
    }
    // What becomes of the answers is looked at again where it was not done.
    setPreview(undefined);
    told.failed(t("common:fields.change.notDone", { name }), () => apply(result), {
      stale: { to: replacing, typed: undefined, at: { open: String(field.id) } },
    });
  };
  const goBack = async (jobId: number) => {
    const back = await undo(jobId);
    setUndone(back?.result);
    if (back) told.done(counted("undone", back.result.changed), { title });
    else told.failed(t("common:fields.change.notUndone", { name }), () => goBack(jobId));
  };
  const next = preview
    ? {
        text: preview.lost > 0 ? counted("lose", preview.lost) : t("common:fields.change.apply"),
        tone: preview.lost > 0 ? ("danger" as const) : ("primary" as const),
        disabled: isEmpty,
        act: () => apply(preview),
      }
    : { text: t("common:fields.change.preview"), disabled: isGone, act: attempt };
  const foot = (
    <StepsFoot
      busy={busy}
      onClose={onClose}
      next={next}
      onBack={preview && (() => setPreview(undefined))}
      done={done !== undefined}
      onUndo={done?.result.until && !undone ? () => goBack(done.jobId) : undefined}
    />
  );
  return (
    <Dialog title={title} width={640} onClose={onClose} held={busy} foot={foot}>
      {undone ? (
        <p role="status">
          {counted("undone", undone.changed)} {undone.skipped > 0 && counted("skipped", undone.skipped)}
        </p>
      ) : done ? (
        <p role="status">
          {counted("done", done.result.changed)} {t("common:undoHelp")}
        </p>
      ) : preview ? (
        <Becomes field={from} told={preview} isEmpty={isEmpty} />
      ) : (
        <>
          <div className="field">
            <label htmlFor="kind-into">{t("common:fields.change.into")}</label>
            <select
              id="kind-into"
              className="input"
              value={kind}
              disabled={busy}
              onChange={({ target }) => setKind(target.value as FieldKind)}
            >
              {kindsInto(from).map((one) => (
                <option key={one} value={one}>
                  {t(`common:fields.kind.${one}`)}
                </option>
              ))}
            </select>
          </div>
          {makesOptions && (
            <div className="field">
              <label htmlFor="kind-options">{t("common:fields.change.options")}</label>
              <textarea
                id="kind-options"
                className="input"
                rows={4}
                value={words}
                disabled={busy}
                aria-describedby="kind-options-help"
                onChange={({ target }) => setWords(target.value)}
              />
              <p className="field-help" id="kind-options-help">
                {t("common:fields.change.optionsHelp")}
              </p>
              <PastedNote pasted={pasted} most={OPTIONS_FROM_ANSWERS} />
            </div>
          )}
        </>
      )}
      <Running job={running} stopping={stopping} onStop={stop} />
      {problem && (
        <div className="form-problem" role="alert">
          <p>{problemText(problem, t)}</p>
          {isLate && <ChangedMeanwhile base={tried} theirs={field} types={types} events={events} />}
        </div>
      )}
    </Dialog>
  );
});

interface BecomesProps {
  field: Field;
  told: KindResult;
  isEmpty: boolean;
}

/** What becomes of the field, of its answers, and of what names it. */
function Becomes({ field, told, isEmpty }: BecomesProps) {
  const { answers, lost, archived, options, drops, losing, keeping, misfits } = told;
  return (
    <div role="status">
      {answers === 0 ? (
        <p>{t("common:fields.change.none")}</p>
      ) : (
        <p>
          {counted("kept", answers - lost)} {lost === 0 && t("common:fields.change.all")}{" "}
          {archived > 0 && counted("archived", archived)}
        </p>
      )}
      {isEmpty && <p className="form-problem">{t("common:fields.change.noOption")}</p>}
      {options.length > 0 && <p>{counted("made", options.length)}</p>}
      {keeping.length > 0 && <Examples examples={keeping} title={t("common:fields.change.examples")} />}
      {lost > 0 && (
        <>
          <Examples examples={losing} title={counted("lost", lost)} />
          {lost > losing.length && <p className="muted">{counted("more", lost - losing.length)}</p>}
          {field.required && <p>{t("common:fields.change.required")}</p>}
        </>
      )}
      {drops.map((what) => (
        <p key={what}>{t(`common:fields.change.drops.${what}`)}</p>
      ))}
      {misfits.length > 0 && (
        <>
          <p>{t("common:fields.change.misfits")}</p>
          <Mentions field={field} mentions={misfits} showsEvents={field.event_id === 0} />
        </>
      )}
      <p className="muted">{t("common:undoHelp")}</p>
    </div>
  );
}

function Examples({ examples, title }: { examples: readonly KindExample[]; title: string }) {
  if (examples.length === 0) return <p>{title}</p>;
  const isLost = examples.every(({ into }) => into === null);
  return (
    <table className="field-examples">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t("common:fields.change.profile")}</th>
          <th scope="col">{t("common:fields.change.today")}</th>
          {!isLost && <th scope="col">{t("common:fields.change.then")}</th>}
        </tr>
      </thead>
      <tbody>
        {examples.map(({ id, name, answer, into }) => (
          <tr key={id}>
            <th scope="row" dir="auto">
              {name}
            </th>
            <td dir="auto">{answer}</td>
            {!isLost && <td dir="auto">{into}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
