// The end of a field: archived and restored, and once it is archived removed for good.
import { Formik } from "formik";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { type Field, fieldName } from "#schemas/fields.ts";
import { problemText } from "../api/problem.ts";
import { FieldFrame } from "../form/fields.tsx";
import { formatNumber } from "../i18n/formats.ts";
import { currentLocale, t } from "../i18n/setup.ts";
import type { Tracking } from "../store/tracked.ts";
import { useTold } from "../store/useTold.ts";
import { Button } from "../ui/Button.tsx";
import { Confirm } from "../ui/Confirm.tsx";
import { Running } from "../ui/Running.tsx";
import { askedBy } from "./askedMentions.ts";
import { ChangedMeanwhile } from "./FieldConflict.tsx";
import type { FieldsPageProps } from "./FieldsPage.tsx";
import type { RunningJob } from "./fieldJobs.ts";
import { Mentions, MentionsAsked, type useMentions } from "./Mentions.tsx";
import { TypeBoxes } from "./TypeBoxes.tsx";

type Props = Pick<FieldsPageProps, "types" | "events" | "acts"> & {
  field: Field;
  saving: Tracking;
  replacing: Tracking;
  running: RunningJob | undefined;
  stopping: Tracking;
  stop: () => unknown;
  /** Undefined until they have been counted. */
  answers: number | undefined;
  mentions: ReturnType<typeof useMentions>;
  told: ReturnType<typeof useTold>;
  onClose: () => void;
};

/** Archives or restores; where somebody else saved first, it is told what is otherwise now, and one decides again. */
export const Archiving = observer(function Archiving(props: Props) {
  const { field, types, events, saving, acts, mentions, told } = props;
  const [base, setBase] = useState<Field>();
  const [isRemoving, setRemoving] = useState(false);
  const isArchived = field.archived_at !== null;
  const name = fieldName(field, currentLocale());
  const archive = async (typeIds?: number[]) => {
    const done = await acts.archive(field, !isArchived, typeIds);
    setBase(!done && saving.problem?.code === "stale" ? field : undefined);
    const again = () => archive(typeIds);
    if (!done) told.failed(t("common:notSaved", { name }), again, { stale: { to: saving, typed: undefined } });
  };
  return (
    <section aria-label={t(isArchived ? "common:fields.restore" : "common:fields.archive")}>
      {base && base.rev < field.rev && (
        <div role="alert">
          <p>{t("common:fields.late.look")}</p>
          <ChangedMeanwhile base={base} theirs={field} types={types} events={events} />
        </div>
      )}
      {isArchived && field.types_lost ? (
        <RestoreFor types={types} busy={saving.busy} onRestore={archive} />
      ) : (
        <Button tone="quiet" busy={saving.busy} onClick={() => void archive()}>
          {t(isArchived ? "common:fields.restore" : "common:fields.archive")}
        </Button>
      )}
      <p className="field-help">
        {t("common:fields.archiveHelp")}{" "}
        {!isArchived && mentions && mentions.length > 0 && t("common:fields.mention.keptByArchive")}
      </p>
      {isArchived && (
        <>
          <Button tone="danger" onClick={() => setRemoving(true)}>
            {t("common:fields.removal.button")}
          </Button>
          <p className="field-help">{t("common:fields.removal.help")}</p>
        </>
      )}
      {isRemoving && <Removal {...props} onCancel={() => setRemoving(false)} />}
    </section>
  );
});

interface RestoreForProps {
  types: Props["types"];
  busy: boolean;
  onRestore: (typeIds: number[]) => Promise<void>;
}

/** A field that has lost all of its data types asks nobody: whoever restores it says which have it now. */
function RestoreFor({ types, busy, onRestore }: RestoreForProps) {
  return (
    <Formik<{ type_ids: number[] }> initialValues={{ type_ids: [] }} onSubmit={({ type_ids }) => onRestore(type_ids)}>
      {({ values, submitForm }) => (
        <FieldFrame name="type_ids" label={t("common:fields.typesLost")} help={t("common:fields.typesLostHelp")}>
          {({ id, ...wiring }) => (
            <>
              <TypeBoxes id={id} describedBy={wiring["aria-describedby"]} types={types} />
              <Button tone="quiet" busy={busy} onClick={() => void submitForm()}>
                {t(values.type_ids.length > 0 ? "common:fields.restore" : "common:fields.restoreForAll")}
              </Button>
            </>
          )}
        </FieldFrame>
      )}
    </Formik>
  );
}

/** Asks before a field goes for good, and waits until it has. */
const Removal = observer(function Removal(props: Props & { onCancel: () => void }) {
  const { field, saving, replacing, acts, mentions, answers, running, stopping, stop, onCancel, onClose } = props;
  const told = useTold(replacing);
  const name = fieldName(field, currentLocale());
  const remove = async () => {
    // The question goes with the field; its panel is there still, unless somebody has gone on.
    if (await acts.remove(field)) return void (props.told.isDrawn() && onClose());
    told.failed(t("common:fields.removal.notDone", { name }), remove, { stale: { to: saving, typed: undefined } });
  };
  return (
    <Confirm
      title={t("common:fields.removal.title", { name })}
      action={t("common:fields.removal.button")}
      danger
      busy={replacing.busy}
      typed={name}
      onConfirm={() => void remove()}
      onClose={onCancel}
    >
      <p>
        {answers === undefined
          ? t("common:fields.removal.uncounted")
          : t("common:fields.removal.answers", { count: answers, number: formatNumber(answers) })}{" "}
        {t("common:fields.removal.final")}
      </p>
      {!mentions && <MentionsAsked asking={acts.mentioning.of(askedBy(field.id, "panel"))} />}
      {mentions && mentions.length > 0 && (
        <div>
          <p>{t("common:fields.removal.named")}</p>
          <Mentions field={field} mentions={mentions} showsEvents={field.event_id === 0} />
        </div>
      )}
      <Running job={running} stopping={stopping} onStop={stop} />
      {replacing.problem && (
        <p className="form-problem" role="alert">
          {problemText(replacing.problem, t)}
        </p>
      )}
    </Confirm>
  );
});
