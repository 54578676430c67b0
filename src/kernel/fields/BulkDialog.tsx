// One act on several fields: which will change and which cannot and why, then it is done field by field, and undone.
import { useState } from "react";
import { type Field, fieldName } from "#schemas/fields.ts";
import { Choice } from "../form/Choice.tsx";
import { currentLocale, t } from "../i18n/setup.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { StepsFoot } from "../ui/StepsFoot.tsx";
import { bulkBack, bulkChange, bulkPlan, type FieldBulk } from "./bulkFields.ts";
import type { FieldsPageProps } from "./FieldsPage.tsx";

interface Props extends Pick<FieldsPageProps, "eventId" | "types" | "acts"> {
  act: FieldBulk["act"];
  fields: readonly Field[];
  /** Whether it was done, so that nothing is chosen any longer. */
  onClose: (isDone: boolean) => void;
}

interface Done {
  bulk: FieldBulk;
  /** Each as it was, and as the act left it. */
  changed: readonly { before: Field; after: Field }[];
  failed: readonly { field: Field; why: string }[];
}

const nameOf = (field: Field) => fieldName(field, currentLocale());

export function BulkDialog({ act, fields: selected, eventId, types, acts, onClose }: Props) {
  // As they were when it was asked: what is done to them changes the list.
  const [fields] = useState(selected);
  const [type, setType] = useState(types[0]?.id ?? 0);
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState<Done>();
  const [undone, setUndone] = useState<number>();
  const isOfType = act === "type" || act === "untype";
  const bulk: FieldBulk = isOfType ? { act, type } : { act };
  const { changing, staying } = bulkPlan(fields, eventId, bulk);
  const title = t(`common:fields.bulk.${act}`);
  const apply = async () => {
    setBusy(true);
    const changed: Done["changed"][number][] = [];
    const failed: Done["failed"][number][] = [];
    for (const field of changing) {
      const after = await acts.one(field, act === "archive" ? "archive" : bulkChange(field, bulk));
      if (typeof after === "string") failed.push({ field, why: after });
      else changed.push({ before: field, after });
    }
    setDone({ bulk, changed, failed });
    setBusy(false);
  };
  const undo = async ({ bulk: done, changed }: Done) => {
    setBusy(true);
    let count = 0;
    for (const { before, after } of changed) {
      const back = await acts.one(after, done.act === "archive" ? "restore" : bulkBack(before, done));
      if (typeof back !== "string") count += 1;
    }
    setUndone(count);
    setBusy(false);
  };
  const close = () => onClose(done !== undefined);
  const foot = (
    <StepsFoot
      busy={isBusy}
      onClose={close}
      next={{ text: title, disabled: changing.length === 0, act: apply }}
      done={done !== undefined}
      onUndo={done !== undefined && done.changed.length > 0 && undone === undefined && (() => undo(done))}
    />
  );
  return (
    <Dialog title={title} onClose={close} held={isBusy} foot={foot}>
      {undone !== undefined ? (
        <p role="status">{t("common:fields.bulk.undone", { count: undone })}</p>
      ) : done ? (
        <div role="status">
          <p>
            {t("common:fields.bulk.done", { count: done.changed.length })} {t("common:fields.bulk.undoHelp")}
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
    </Dialog>
  );
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
