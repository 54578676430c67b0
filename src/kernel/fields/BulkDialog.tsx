// One act on several fields: which will change and which cannot and why, then it is done, and undone.
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { type Field, fieldName } from "#schemas/fields.ts";
import { problemText } from "../api/problem.ts";
import { Choice } from "../form/Choice.tsx";
import { formatNumber } from "../i18n/formats.ts";
import { currentLocale, t } from "../i18n/setup.ts";
import { useTold } from "../store/useTold.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Running } from "../ui/Running.tsx";
import { StepsFoot } from "../ui/StepsFoot.tsx";
import { bulkPlan, type FieldBulk } from "./bulkFields.ts";
import type { BulkActs, FieldsPageProps } from "./FieldsPage.tsx";
import type { BulkBack, BulkEnd } from "./fieldBulk.ts";

interface Props extends Pick<FieldsPageProps, "eventId" | "types" | "bulk"> {
  act: FieldBulk["act"];
  /** The data type by which the page is narrowed; 0 for none. */
  type: number;
  fields: readonly Field[];
  /** Whether it was done, so that nothing is chosen any longer. */
  onClose: (isDone: boolean) => void;
}

const nameOf = (field: Field) => fieldName(field, currentLocale());

export const BulkDialog = observer(function BulkDialog(props: Props) {
  const { act, fields: selected, eventId, types, bulk, onClose } = props;
  // As they were when it was asked: what is done to them changes the list.
  const [fields] = useState(selected);
  const [type, setType] = useState((types.find(({ id }) => id === props.type) ?? types[0])?.id ?? 0);
  const [done, setDone] = useState<BulkEnd>();
  const [undone, setUndone] = useState<BulkBack>();
  const told = useTold(bulk.bulking);
  const isOfType = act === "type" || act === "untype";
  const order: FieldBulk = isOfType ? { act, type } : { act };
  const { changing, staying } = bulkPlan(fields, eventId, order, types);
  const title = t(`common:fields.bulk.${act}`);
  const isBusy = bulk.bulking.busy || bulk.unbulking.busy;
  const { problem } = bulk.unbulking;
  const apply = async () => {
    const end = await bulk.run(changing, order);
    setDone(end);
    if (end) told.done(t("common:fields.bulk.done", { count: end.changed }), { title });
  };
  const undo = async () => setUndone(await bulk.undo());
  const close = () => onClose(done !== undefined);
  const foot = (
    <StepsFoot
      busy={isBusy}
      onClose={close}
      next={{ text: title, disabled: changing.length === 0, act: apply }}
      done={done !== undefined}
      onUndo={
        done !== undefined &&
        done.changed > 0 &&
        (undone === undefined || undone.left + undone.failed.length > 0) &&
        undo
      }
    />
  );
  return (
    <Dialog title={title} onClose={close} held={isBusy} foot={foot}>
      {undone !== undefined ? (
        <div role="status">
          <p>
            {t("common:fields.bulk.undone", { count: undone.changed })}{" "}
            {undone.skipped > 0 && t("common:fields.bulk.skipped", { count: undone.skipped })}{" "}
            {undone.left > 0 && t("common:fields.bulk.left", { count: undone.left })}
          </p>
          <Left
            title={t("common:fields.bulk.notBack", { count: undone.failed.length })}
            left={undone.failed.flatMap(({ id, why }) => {
              const field = fields.find((one) => one.id === id);
              return field ? [{ field, why }] : [];
            })}
          />
        </div>
      ) : done ? (
        <div role="status">
          <p>
            {t("common:fields.bulk.done", { count: done.changed })}{" "}
            {done.left > 0 && t("common:fields.bulk.left", { count: done.left })}{" "}
            {done.changed > 0 && t("common:undoHelp")}
          </p>
          <Left title={t("common:fields.bulk.failed", { count: done.failed.length })} left={done.failed} />
        </div>
      ) : (
        <>
          {isOfType && (
            <Choice
              label={t("common:fields.bulk.which")}
              value={String(type)}
              options={types.map((one) => [String(one.id), one.type])}
              disabled={isBusy}
              onChange={(id) => setType(Number(id))}
            />
          )}
          <div role="status">
            <p>{t("common:fields.bulk.will", { count: changing.length })}</p>
            <Left
              title={t("common:fields.bulk.cannot", { count: staying.length })}
              left={staying.map(({ field, why }) => ({ field, why: t(`common:fields.bulk.why.${why}`) }))}
            />
          </div>
          {act === "archive" && <p className="muted">{t("common:fields.archiveHelp")}</p>}
        </>
      )}
      {isBusy && <BulkRunning bulk={bulk} />}
      {problem && (
        <p className="form-problem" role="alert">
          {problemText(problem, t)}
        </p>
      )}
    </Dialog>
  );
});

/** How many of the fields are done, and the way to stop after the one that is just being saved. */
export function BulkRunning({ bulk: { job, halting, stop } }: { bulk: Pick<BulkActs, "job" | "halting" | "stop"> }) {
  const text = t("common:fields.bulk.running", { done: formatNumber(job?.done ?? 0), count: job?.of ?? 0 });
  return <Running job={job} text={text} stopping={halting} onStop={stop} />;
}

/** Fields that stay as they are, each with its reason. */
function Left({ title, left }: { title: string; left: readonly { field: Field; why: string }[] }) {
  if (left.length === 0) return null;
  return (
    <>
      <p>{title}</p>
      <ul>
        {left.map(({ field, why }) => (
          <li key={field.id}>
            <span dir="auto">{nameOf(field)}</span> <span className="muted">· {why}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
