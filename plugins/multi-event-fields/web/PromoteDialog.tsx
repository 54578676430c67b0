// Fields of single events become one of several: which ones, what that changes and whose answers differ, done, taken back.
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import type { Promotable, Promotion, PromotionDraft } from "#schemas/fieldPromotion.ts";
import { inLanguage } from "#schemas/fields.ts";
import {
  currentLocale,
  Dialog,
  EmptyState,
  fieldText,
  formatNumber,
  ProblemView,
  problemText,
  Running,
  Skeleton,
  StepsFoot,
  t,
  useStore,
  useTold,
} from "#web";
import { Differing } from "./Differing.tsx";
import { Merging } from "./Merging.tsx";
import { MultiEventFieldsStore } from "./store.ts";
import { useChoices } from "./useChoices.ts";

const counted = (key: string, count: number) =>
  t(`multi-event-fields:promote.${key}`, { count, number: formatNumber(count) });

interface Props {
  /** The field that is chosen, which the address tells. */
  chosen: number;
  onChoose: (field: number | undefined) => void;
  onClose: () => void;
}

export const PromoteDialog = observer(function PromoteDialog({ chosen, onChoose, onClose }: Props) {
  const store = useStore(MultiEventFieldsStore);
  const [without, setWithout] = useState<readonly number[]>([]);
  const [differing, setDiffering] = useState<PromotionDraft["differing"]>("newest");
  const { choices, onChoice, forget, byHand } = useChoices();
  const [tried, setPreview] = useState<{ jobId: number; result: Promotion }>();
  const preview = tried?.result;
  const [done, setDone] = useState<{ jobId: number; result: Promotion }>();
  const [undone, setUndone] = useState<Promotion>();
  useEffect(() => void store.listPromotable(), [store]);
  const { busy, problem } = store.promoting;
  const told = useTold(store.promoting);
  const locale = currentLocale();
  // By one of its fields: the others may have changed since it was chosen.
  const group = store.promotable?.find((one) => one.fields.some(({ id }) => id === chosen));
  const fields = group?.fields.filter(({ id }) => !without.includes(id)) ?? [];
  const events = new Map(group?.fields.map(({ event_id, event }) => [event_id, event]));
  const ids = fields.map(({ id }) => id);
  // What is told before does not depend on what is chosen for answers that differ.
  const attempt = () => store.promote({ fields: ids, differing: "stay", mode: "dry-run" });
  const title = t("multi-event-fields:promote.title");
  const apply = async () => {
    const applied = await store.promote({ fields: ids, differing, choices: byHand, mode: "apply" });
    setDone(applied);
    if (applied) return told.done(counted("done", applied.result.changed), { title });
    // What the attempt told is no longer true: the fields that are left are shown.
    if (store.promoting.problem?.code === "not_found") setPreview(undefined);
    told.failed(t("multi-event-fields:promote.notDone"), apply);
  };
  const next = preview
    ? {
        text: t("multi-event-fields:promote.apply"),
        act: apply,
      }
    : {
        text: t("multi-event-fields:promote.preview"),
        disabled: fields.length === 0,
        act: async () => setPreview(await attempt()),
      };
  const undo = async (jobId: number): Promise<void> => {
    const back = await store.undoPromotion(jobId);
    setUndone(back?.result);
    if (back) told.done(t("multi-event-fields:promote.undone"), { title });
    else told.failed(t("multi-event-fields:promote.notUndone"), () => undo(jobId));
  };
  const foot = (
    <StepsFoot
      busy={busy}
      onClose={onClose}
      next={next}
      onBack={preview && (() => setPreview(undefined))}
      done={done !== undefined}
      onUndo={done !== undefined && !undone && (() => undo(done.jobId))}
    />
  );
  return (
    <Dialog title={title} width={640} onClose={onClose} held={busy} foot={foot}>
      {undone ? (
        <p role="status">
          {t("multi-event-fields:promote.undone")} {undone.skipped > 0 && counted("skipped", undone.skipped)}{" "}
          {archivedText(undone, locale)}
        </p>
      ) : done ? (
        <p role="status">
          {counted("done", done.result.changed)} {t("common:undoHelp")}
        </p>
      ) : preview ? (
        <>
          <div role="status">
            <p>{counted("events", fields.length)}</p>
            <p>{writtenText(preview)}</p>
            <p className="muted">{t("common:undoHelp")}</p>
          </div>
          <Merging preview={preview} events={events} />
          {preview.differing > 0 && (
            <Differing
              preview={preview}
              events={events}
              differing={differing}
              choices={choices}
              onDiffering={setDiffering}
              onChoice={onChoice}
              bring={() => store.triedFile(tried?.jobId ?? 0)}
              bringing={store.bringing}
            />
          )}
        </>
      ) : store.offering.problem && !store.promotable ? (
        <ProblemView problem={store.offering.problem} retry={() => void store.listPromotable()} />
      ) : !store.promotable ? (
        <Skeleton rows={4} />
      ) : store.promotable.length === 0 ? (
        <EmptyState title={t("multi-event-fields:promote.none")}>{t("multi-event-fields:promote.noneHelp")}</EmptyState>
      ) : (
        <>
          <div className="field">
            <label htmlFor="promote-field">{t("multi-event-fields:promote.which")}</label>
            <select
              id="promote-field"
              className="input"
              aria-describedby="promote-help"
              value={group ? store.promotable.indexOf(group) : ""}
              onChange={({ target }) => {
                onChoose(target.value === "" ? undefined : store.promotable?.[Number(target.value)]?.fields[0]?.id);
                setWithout([]);
                forget();
              }}
            >
              <option value="">{t("multi-event-fields:promote.choose")}</option>
              {store.promotable.map((one, at) => (
                <option key={one.fields[0]?.id} value={at}>
                  {nameOf(one, locale)} · {t(`common:fields.kind.${one.kind}`)} ·{" "}
                  {counted("inEvents", one.fields.length)}
                </option>
              ))}
            </select>
            <p className="field-help" id="promote-help">
              {t("multi-event-fields:promote.whichHelp")}
            </p>
          </div>
          {group && (
            <fieldset className="answer-choices" aria-label={t("multi-event-fields:promote.from")}>
              {group.fields.map(({ id, event, key, labels }) => (
                <label key={id}>
                  <input
                    type="checkbox"
                    checked={!without.includes(id)}
                    onChange={({ target }) =>
                      setWithout(target.checked ? without.filter((one) => one !== id) : [...without, id])
                    }
                  />
                  <span>
                    {event}: {inLanguage(labels, locale)} <code>{key}</code>
                  </span>
                </label>
              ))}
            </fieldset>
          )}
        </>
      )}
      <Running job={store.running[0]} stopping={store.stopping} onStop={() => store.stop(0)} />
      {problem && (
        <p className="form-problem" role="alert">
          {fieldText(problem, "fields", t) || problemText(problem, t)}
        </p>
      )}
    </Dialog>
  );
});

/** Whose profiles are written for it; what is chosen for answers that differ comes on top only where some do. */
function writtenText({ changed, differing }: Promotion): string {
  if (differing > 0) return counted("written", changed);
  return changed === 0 ? t("multi-event-fields:promote.writtenNone") : counted("writtenAll", changed);
}

/** Which events do not ask the field that they have back. */
function archivedText({ asksNobody = [] }: Promotion, locale: string): string {
  const events = new Intl.ListFormat(locale).format(asksNobody.map(({ event }) => event));
  return asksNobody.length > 0 ? t("common:fields.last.archived", { events }) : "";
}

function nameOf({ fields }: Promotable, locale: string): string {
  return inLanguage(fields[0]?.labels ?? {}, locale) || (fields[0]?.key ?? "");
}
