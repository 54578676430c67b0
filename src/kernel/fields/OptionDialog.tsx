// Takes a saved option out of a field: its answers go to another option or away. First what that would change, then it is done.
import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { OptionResult } from "#schemas/fieldEndpoints.ts";
import type { FieldMention } from "#schemas/fieldMentions.ts";
import { type Field, type FieldOption, fieldName, inLanguage, optionName } from "#schemas/fields.ts";
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
import { Mentions, MentionsAsked, mentionsOf, useMentions } from "./Mentions.tsx";

/** A job on an option that has ended. */
export interface OptionDone {
  jobId: number;
  result: OptionResult;
}

interface Props {
  field: Field;
  /** Somebody has removed it meanwhile. */
  isGone: boolean;
  option: FieldOption;
  types: readonly { id: number; type: string }[];
  events: readonly { id: number; name: string }[];
  mentions: (field: Field) => Promise<readonly FieldMention[] | undefined>;
  mentioning: Tracking;
  replacing: Tracking;
  running: RunningJob | undefined;
  stopping: Tracking;
  stop: () => unknown;
  /** Each answers undefined when it failed. */
  replace: (into: string | undefined, mode: "dry-run" | "apply") => Promise<OptionDone | undefined>;
  undo: (jobId: number) => Promise<OptionDone | undefined>;
  onClose: () => void;
}

const AWAY = "";

export const OptionDialog = observer(function OptionDialog({
  field,
  isGone: isFieldGone,
  option,
  types,
  events,
  mentions: ask,
  mentioning,
  replacing,
  running,
  stopping,
  stop,
  replace,
  undo,
  onClose,
}: Props) {
  const { busy, problem } = replacing;
  const told = useTold(replacing);
  const mentions = useMentions(field, ask);
  // What was tried last; where that was too late, it is told what is otherwise now.
  const [tried, setTried] = useState<Field>();
  const isLate = problem?.code === "stale" && tried !== undefined && tried.rev < field.rev;
  const isGone = isFieldGone || !field.options.some(({ key }) => key === option.key);
  const [into, setInto] = useState(AWAY);
  const [preview, setPreview] = useState<OptionResult>();
  const [done, setDone] = useState<OptionDone>();
  const [undone, setUndone] = useState<OptionResult>();
  const locale = currentLocale();
  const name = inLanguage(option.labels, locale) || option.key;
  const title = t("common:fields.option.title", { name });
  const number = (key: string, count: number) =>
    t(`common:fields.option.${key}`, { count, number: formatNumber(count) });
  const names = { option: name, name: fieldName(field, locale) };
  const others = field.options.filter(({ key }) => key !== option.key);
  const named = mentionsOf(mentions ?? [], option.key);
  const attempt = async () => {
    setTried(field);
    setPreview((await replace(into || undefined, "dry-run"))?.result);
  };
  const apply = async () => {
    setTried(field);
    const applied = await replace(into || undefined, "apply");
    setDone(applied);
    if (applied) {
      const { jobId, result: made } = applied;
      const action = made.until ? { label: t("common:undo"), run: () => void goBack(jobId) } : undefined;
      return told.done(number("done", made.changed), { title, action });
    }
    // What it would do is looked at again where it was not done.
    setPreview(undefined);
    told.failed(t("common:fields.option.notDone", names), apply, {
      stale: { to: replacing, typed: undefined, at: { open: String(field.id) } },
    });
  };
  const goBack = async (jobId: number) => {
    const back = await undo(jobId);
    setUndone(back?.result);
    if (back) told.done(number("undone", back.result.changed), { title });
    else told.failed(t("common:fields.option.notUndone", names), () => goBack(jobId));
  };
  const next = preview
    ? {
        text: t(into ? "common:fields.option.merge" : "common:fields.option.remove"),
        tone: into ? ("primary" as const) : ("danger" as const),
        act: apply,
      }
    : { text: t("common:fields.option.preview"), disabled: isGone, act: attempt };
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
    <Dialog title={title} onClose={onClose} held={busy} foot={foot}>
      {undone ? (
        <p role="status">
          {number("undone", undone.changed)} {undone.skipped > 0 && number("skipped", undone.skipped)}
        </p>
      ) : done ? (
        <p role="status">
          {number("done", done.result.changed)} {t("common:undoHelp")}
        </p>
      ) : preview ? (
        <div role="status">
          <p>
            {into
              ? t("common:fields.option.wouldMerge", {
                  count: preview.changed,
                  number: formatNumber(preview.changed),
                  name: optionName(field, into, locale),
                })
              : number("wouldRemove", preview.changed)}
          </p>
          {preview.emptied > 0 && <p>{number("wouldEmpty", preview.emptied)}</p>}
          {!mentions && <MentionsAsked asking={mentioning} />}
          {named.length > 0 && (
            <div>
              <p>{t(into ? "common:fields.mention.follow" : "common:fields.mention.findNobody")}</p>
              <Mentions
                field={field}
                mentions={named.map((one) => ({ ...one, options: [] }))}
                showsEvents={field.event_id === 0}
              />
            </div>
          )}
          {preview.emptied > 0 && field.required && <p>{t("common:fields.option.requiredHelp")}</p>}
          <p className="muted">{t("common:undoHelp")}</p>
        </div>
      ) : (
        <div className="field">
          <label htmlFor="option-into">{t("common:fields.option.answers")}</label>
          <select id="option-into" className="input" value={into} onChange={({ target }) => setInto(target.value)}>
            <option value={AWAY}>{t("common:fields.option.away")}</option>
            {others.map(({ key }) => (
              <option key={key} value={key}>
                {t("common:fields.option.into", { name: optionName(field, key, locale) })}
              </option>
            ))}
          </select>
        </div>
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
