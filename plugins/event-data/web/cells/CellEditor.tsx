// What a cell of the list is edited with: the field of the profile's form, by the same rules. Enter and a press elsewhere save, Tab
// saves and goes on, Escape lets go.
import { Formik, type FormikProps, getIn, setIn, useFormikContext } from "formik";
import { observer } from "mobx-react-lite";
import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import {
  AnswerFields,
  answerErrors,
  Button,
  type CellEditing,
  fieldText,
  LeaveGuard,
  problemText,
  t,
  useEnv,
  useSession,
  useStore,
  validateWith,
} from "#web";
import { type Thing, ThingDraft, type ThingRow } from "../../contract.ts";
import type { BaseField } from "../baseFields.ts";
import { becomesBlocked, flat } from "../conflict.ts";
import { categoryOf, isOfLists } from "../place.ts";
import { EventDataStore } from "../store.ts";
import { BaseInput, Holder } from "../ThingForm.tsx";
import { useFieldLabel } from "../valueText.ts";
import { type CellsOf, cellsOf, useCellActs } from "./acts.ts";
import { ownKey, valuesOf } from "./store.ts";

type Props = CellsOf & { cell: CellEditing<ThingRow> };
type End = CellEditing["end"];

/** Here before the first key, so that the next cell opens before the one after it. */
void validateWith(ThingDraft)({}).catch(() => undefined);

const FOCUSABLE = "input, select, textarea, button, a[href]";

export const CellEditor = observer(function CellEditor({ cell, ...list }: Props) {
  const store = useStore(EventDataStore);
  const session = useSession();
  const acts = useCellActs(list);
  const label = useFieldLabel();
  const form = useRef<FormikProps<Thing>>(null);
  const box = useRef<HTMLFieldSetElement>(null);
  const { field } = cell.column;
  const row = cell.row as Thing;
  const own = ownKey(field);
  const cells = cellsOf(store, useEnv());
  // What could not be saved is gone on with, from what the profile is without it.
  const kept = useRef(cells.of(row.id, field));
  const started = kept.current ? { ...row, ...kept.current.row } : row;
  const { problem } = kept.current ?? {};
  const fieldProblem = problem && (fieldText(problem, field, t) || undefined);
  const categories = session.typeCategories ?? [];
  const types = categories.find(({ id }) => id === categoryOf(row.type_id, categories))?.types ?? [];
  const timeZone = session.event?.timezone ?? "UTC";
  const accessRole = session.accessRole ?? 299;

  const judge = async (values: Thing): Promise<Record<string, unknown>> => {
    const value = getIn(values, field);
    const said = value === undefined ? {} : valuesOf(field, value);
    const byShape = await validateWith(ThingDraft, { email: t("problem:field.email") })({
      type_id: values.type_id,
      ...said,
    });
    const answers = answerErrors(store.questions.fields, values.fields, {
      typeId: values.type_id,
      before: row.fields,
      whole: values.type_id !== row.type_id,
      role: accessRole,
      timeZone,
    });
    return { ...byShape, ...answers };
  };
  /** What is wrong, field by field: another one may be what a change asks for. */
  const told = (errors: object) =>
    Object.entries(flat(errors)).map(([name, text]) => (name === field ? String(text) : `${label(name)}: ${text}`));

  const isMounted = useRef(true);
  const commit = async (how: Parameters<End>[0]) => {
    const now = form.current;
    if (!now) return;
    const value = getIn(now.values, field);
    const errors = await now.validateForm(now.values);
    const edit = { eventId: list.eventId, row: started, field, value };
    if (Object.keys(errors).length === 0) {
      const isKept = JSON.stringify(value ?? "") === JSON.stringify(getIn(started, field) ?? "");
      // Before somebody is blocked comes a question.
      cell.end(how !== "stay" && becomesBlocked(started, valuesOf(field, value)) ? "back" : how);
      if (isKept) cells.drop(row.id, field, acts);
      else cells.change({ ...edit, now: list.grid.current?.row(row.id) as Thing | undefined }, acts);
    } else if (isMounted.current) now.setTouched(setIn({}, field, true), false);
    // Something else has been opened in the meantime: what was typed waits in the list.
    else cells.refuse({ ...edit, why: told(errors).join(" ") }, acts);
  };
  /** Who goes on elsewhere does not try again what has failed; it waits in the list. */
  const leave = () => {
    const isAsKept = form.current && getIn(form.current.values, field) === kept.current?.value;
    if (kept.current && isAsKept) cell.end("stay");
    else void commit("stay");
  };
  const leaveRef = useRef(leave);
  leaveRef.current = leave;

  useLayoutEffect(() => {
    isMounted.current = true;
    cells.stand(`${row.id} ${field}`);
    const first = box.current?.querySelector<HTMLElement>(FOCUSABLE);
    first?.focus({ preventScroll: true });
    if (first instanceof HTMLInputElement && first.type !== "checkbox") first.select();
    const pressed = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) leaveRef.current();
    };
    document.addEventListener("pointerdown", pressed, true);
    return () => {
      isMounted.current = false;
      cells.stand(undefined);
      document.removeEventListener("pointerdown", pressed, true);
    };
  }, [cells, row.id, field]);

  const letGo = () => {
    cells.drop(row.id, field, acts);
    cell.end("back");
  };
  const heard = (event: KeyboardEvent) => {
    const { key, shiftKey, target, nativeEvent } = event;
    if (nativeEvent.isComposing) return;
    const isLines = target instanceof HTMLTextAreaElement && shiftKey;
    if (key === "Enter" && !isLines && !(target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement)) {
      event.preventDefault();
      void commit("back");
    } else if (key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      letGo();
    } else if (key === "Tab") {
      const within = [...(box.current?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
      const last = shiftKey ? within[0] : within.at(-1);
      if (target !== last) return;
      event.preventDefault();
      void commit(shiftKey ? "previous" : "next");
    }
  };

  const question = store.questions.fields.find(({ key }) => key === own);
  const isStale = problem?.code === "stale";
  const why = kept.current && !fieldProblem && (kept.current.why ?? (problem && problemText(problem, t)));
  return (
    <Formik<Thing>
      innerRef={form}
      initialValues={kept.current ? setIn(started, field, kept.current.value) : started}
      initialErrors={fieldProblem ? setIn({}, field, fieldProblem) : {}}
      initialTouched={fieldProblem ? setIn({}, field, true) : {}}
      validateOnBlur={false}
      validate={judge}
      onSubmit={() => undefined}
    >
      <fieldset
        ref={box}
        className="cell-editor"
        aria-label={t("event-data:cells.editing", { field: label(field), name: row.name })}
        onKeyDown={heard}
      >
        <Guard eventId={list.eventId} />
        {own === undefined ? (
          <BaseInput field={field as BaseField} types={types} country={row.country} />
        ) : (
          question && (
            <AnswerFields
              fields={[{ ...question, section: "" }]}
              typeId={row.type_id}
              answers={row.fields}
              accessRole={accessRole}
              timeZone={timeZone}
            />
          )
        )}
        {field === "email" && <Holder eventId={list.eventId} problem={problem} />}
        <Others field={field} told={told} />
        {why && (
          <p className="field-error" role="alert">
            {isStale ? t(`event-data:cells.${store.drafting === row.id ? "staleForm" : "stale"}`) : why}
          </p>
        )}
        {kept.current && (
          <div className="cell-acts">
            <Button small onClick={letGo}>
              {t("common:discard")}
            </Button>
            {isStale && store.drafting !== row.id ? (
              <Button
                small
                tone="primary"
                onClick={() => {
                  const edit = kept.current;
                  cell.end("stay");
                  if (edit) acts.compare(edit);
                }}
              >
                {t("event-data:cells.compare")}
              </Button>
            ) : (
              <Button small tone="primary" onClick={() => void commit("back")}>
                {t("event-data:cells.again")}
              </Button>
            )}
          </div>
        )}
      </fieldset>
    </Formik>
  );
});

/** What another field lacks for this change, once somebody has tried to save it. */
function Others({ field, told }: { field: string; told: (errors: object) => string[] }) {
  const { errors, touched } = useFormikContext<Thing>();
  const { [field]: _, ...others } = flat(errors);
  if (!getIn(touched, field) || Object.keys(others).length === 0) return null;
  return (
    <p className="field-error" role="alert">
      {told(others).join(" ")}
    </p>
  );
}

/** Asks before the lists of the event are left while something is typed. */
function Guard({ eventId }: { eventId: number }) {
  const { dirty } = useFormikContext<Thing>();
  return <LeaveGuard when={dirty} stays={(path) => isOfLists(path, eventId)} />;
}
