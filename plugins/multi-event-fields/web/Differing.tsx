// People whose answers differ between events: one rule for all of them, and for each an answer by hand.
import { observer } from "mobx-react-lite";
import type { Promotion, PromotionDraft } from "#schemas/fieldPromotion.ts";
import { answerText, Button, download, formatDate, formatNumber, problemText, type Tracking, t } from "#web";

interface Props {
  preview: Pick<Promotion, "field" | "people" | "differing">;
  /** Names of the events by their ids. */
  events: ReadonlyMap<number, string>;
  differing: PromotionDraft["differing"];
  /** By e-mail address, the profile whose answer stands. */
  choices: Readonly<Record<string, number>>;
  onDiffering: (differing: PromotionDraft["differing"]) => void;
  onChoice: (email: string, thingId: number | undefined) => void;
  /** Brings all of them as a file, where not all are shown. */
  bring: () => Promise<Blob | undefined>;
  bringing: Tracking;
}

export const Differing = observer(function Differing(props: Props) {
  const { preview, events, differing, choices, onDiffering, onChoice, bring, bringing } = props;
  const { field, people } = preview;
  const counted = (key: string, count: number) =>
    t(`multi-event-fields:promote.${key}`, { count, number: formatNumber(count) });
  return (
    <section className="form" aria-label={counted("differ", preview.differing)}>
      <h3>{counted("differ", preview.differing)}</h3>
      <div className="field">
        <label htmlFor="promote-rule">{t("multi-event-fields:promote.rule")}</label>
        <select
          id="promote-rule"
          className="input"
          value={differing}
          onChange={({ target }) => onDiffering(target.value as PromotionDraft["differing"])}
        >
          <option value="newest">{t("multi-event-fields:promote.newest")}</option>
          <option value="stay">{t("multi-event-fields:promote.stay")}</option>
        </select>
      </div>
      {people.map(({ email, name, answers }) => (
        <div className="field" key={email}>
          <label htmlFor={`promote-${email}`}>
            {name} <span className="muted">{email}</span>
          </label>
          <select
            id={`promote-${email}`}
            className="input"
            value={choices[email] ?? ""}
            onChange={({ target }) => onChoice(email, target.value === "" ? undefined : Number(target.value))}
          >
            <option value="">{t("multi-event-fields:promote.asRule")}</option>
            {answers.map(({ thing_id, event_id, answer, updated_at }) => (
              <option key={thing_id} value={thing_id}>
                {answerText(field, answer)} · {events.get(event_id)} · {formatDate(updated_at)}
              </option>
            ))}
          </select>
        </div>
      ))}
      {preview.differing > people.length && (
        <>
          <p className="muted">{counted("more", preview.differing - people.length)}</p>
          <Button
            small
            busy={bringing.busy}
            onClick={() => void bring().then((file) => file && download(file, "differing-answers.csv"))}
          >
            {t("multi-event-fields:promote.moreFile")}
          </Button>
          {bringing.problem && (
            <p className="form-problem" role="alert">
              {problemText(bringing.problem, t)}
            </p>
          )}
        </>
      )}
    </section>
  );
});
