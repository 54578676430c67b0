// A form by a contract's shape: Formik inside, a bar with the count of changes, Save and Discard; leaving asks.
import { Formik, type FormikHelpers, type FormikProps, type FormikValues, getIn, setIn } from "formik";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { TSchema } from "typebox/type";
import type { ApiProblem } from "../api/problem.ts";
import { fieldText, problemText } from "../api/problem.ts";
import { t } from "../i18n/setup.ts";
import { Button } from "../ui/Button.tsx";
import { AskedField } from "./AskedField.tsx";
import { isOvertaken, isRecord, rebase, same } from "./baseline.ts";
import { LeaveGuard } from "./LeaveGuard.tsx";
import { withUnreadable } from "./unreadableErrors.ts";
import { validateWith } from "./validateWith.ts";

interface Props<Values extends FormikValues> {
  /** What is stored. Where it changes, the form follows; what was typed stays. */
  initial: Values;
  /** What has been typed already, on top of what is stored. */
  typed?: Values | undefined;
  /**
   * What is done where somebody else has stored something else in the place of what was typed: `"told"` lets the bar say so, a
   * function gets what was stored when the typing began, and what was typed. Only what is made new needs neither.
   */
  meanwhile?: "told" | ((base: Values, mine: Values) => void) | undefined;
  /** The contract's body, or the part of it that is edited. */
  schema?: TSchema;
  /** A field's error in better words than the general ones. */
  messages?: Record<string, string>;
  /** Rules that a schema cannot say; errors keyed by field. */
  check?: (values: Values) => Record<string, unknown>;
  /** Answers undefined when it failed: the draft stays. */
  onSave: (values: Values, helpers: FormikHelpers<Values>) => Promise<unknown>;
  busy?: boolean;
  problem?: ApiProblem | undefined;
  /** What has become of the stored values meanwhile; it stands by the buttons, in the place of the problem. */
  notice?: string | undefined;
  /** The verb on the button; "Save" unless told. */
  action?: string;
  /** Why nothing can be changed here, in one line. */
  readOnly?: string | undefined;
  /** Shows the buttons even when nothing has changed: for what is made new. */
  always?: boolean;
  onCancel?: () => void;
  /** The parameter of the address with which it goes although the panel around it stays, such as `open.copy`. */
  goesWith?: string;
  /** Names the form for a screen reader. */
  label?: string;
  /** Stands in for something that had the focus and has gone. */
  takesFocus?: boolean;
  children: ReactNode | ((form: FormikProps<Values>) => ReactNode);
}

/**
 * A form with its bar of changes.
 * @example
 * <FormPanel initial={row} schema={NoteDraft} onSave={store.save} busy={store.saving.busy} problem={store.saving.problem}>
 *   <TextField name="title" label={t("field.title")} required />
 * </FormPanel>
 */
export function FormPanel<Values extends FormikValues>(props: Props<Values>) {
  const { initial, typed, schema, messages, check, onSave, children } = props;
  const element = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const sent = useRef<Values>();
  const formik = useRef<FormikProps<Values>>(null);
  const stored = useRef(initial);
  // What came while something was sent may be the answer to it: that is known afterwards.
  const unanswered = useRef<Values>();
  const isAnswerDue = useRef(false);
  /** Others saved what is changed here too, or a save was refused since they saved something else. */
  const [told, setTold] = useState<"clash" | "rest">();
  const latest = useRef(props.meanwhile);
  useLayoutEffect(() => {
    latest.current = props.meanwhile;
  });
  const meet = (base: Values, mine: Values, theirs: Values) => {
    if (latest.current === "told") setTold((now) => (isOvertaken(mine, base, theirs) ? "clash" : (now ?? "rest")));
    else if (isOvertaken(mine, base, theirs)) latest.current?.(base, mine);
  };
  useLayoutEffect(() => {
    if (!formik.current || same(stored.current, initial)) return;
    stored.current = initial;
    const { initialValues: base, values: mine } = formik.current;
    rebase(formik.current, base, initial);
    if (isSending.current) unanswered.current ??= base;
    else if (isAnswerDue.current) isAnswerDue.current = false;
    else meet(base, mine, initial);
  });
  useEffect(() => {
    if (typed) void formik.current?.setValues(typed);
  }, [typed]);
  /** Once what has the focus goes away, the form has it. */
  const keepFocus = () =>
    requestAnimationFrame(() => document.activeElement === document.body && element.current?.focus());
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as it is drawn first
  useEffect(() => void (props.takesFocus && keepFocus()), []);
  // Who began something new is about to write it, whichever form it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as it is drawn first
  useEffect(() => void (props.always && focusFirst(element.current)), []);
  /** A second press comes before the first one's checks are through and the button rests. */
  const submit = async ({ submitForm, values }: FormikProps<Values>) => {
    if (isSending.current) return;
    isSending.current = true;
    sent.current = values;
    try {
      await submitForm();
    } finally {
      isSending.current = false;
    }
  };
  /** What the server has refused stays refused until it is another value, or is sent once more. */
  const withRefused = (errors: object, values: Values) => {
    const isAsSent = (field: string) => getIn(values, field) === getIn(sent.current, field);
    const { problem } = props;
    const refused = Object.keys(problem?.fields ?? {}).filter((field) => sent.current && isAsSent(field));
    return refused.reduce((all, field) => setIn(all, field, problem && fieldText(problem, field, t)), errors);
  };
  const bySchema = schema ? validateWith(schema, messages) : undefined;
  return (
    <Formik<Values>
      innerRef={formik}
      initialValues={initial}
      validate={async (values) => {
        const errors = withUnreadable(nested({ ...(await bySchema?.(values)), ...check?.(values) }), values);
        return (isSending.current ? errors : withRefused(errors, values)) as never;
      }}
      onSubmit={async (values, helpers) => {
        const before = stored.current;
        unanswered.current = undefined;
        const saved = await onSave(values, helpers);
        if (!formik.current) return;
        if (saved === undefined) {
          if (unanswered.current) meet(unanswered.current, formik.current.values, stored.current);
          return;
        }
        isAnswerDue.current = same(stored.current, before);
        setTold(undefined);
        // What was stored may read otherwise than what was sent; the form shows it now, or once it is told.
        rebase(formik.current, values, same(stored.current, before) ? values : stored.current);
        keepFocus();
      }}
    >
      {(form) => (
        <form
          className="form"
          ref={element}
          tabIndex={-1}
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            void submit(form);
          }}
          noValidate
          aria-label={props.label}
        >
          <AskedField form={element} />
          <FieldProblems problem={props.problem} form={form as never} />
          <WrongTouched form={form as never} />
          <FirstWrong of={element} isWanted={!form.isSubmitting && sent.current === form.values} />
          <LeaveGuard when={form.dirty && !form.isSubmitting && !props.busy} goesWith={props.goesWith} />
          {props.readOnly && <p className="form-read-only">{props.readOnly}</p>}
          <fieldset className="form-fields" disabled={props.readOnly !== undefined}>
            {typeof children === "function" ? children(form) : children}
          </fieldset>
          {(props.always || form.dirty) && props.readOnly === undefined ? (
            <Bar
              form={form as never}
              {...props}
              notice={props.notice ?? meanwhileText(told, props.problem)}
              onDiscard={() => {
                setTold(undefined);
                keepFocus();
              }}
            />
          ) : (
            <Trouble problem={props.problem} />
          )}
        </form>
      )}
    </Formik>
  );
}

/** What others saved stands in the form already: of something else it is told only to whom a save was refused for it. */
function meanwhileText(told: "clash" | "rest" | undefined, problem: ApiProblem | undefined): string | undefined {
  if (told === "clash") return t("common:form.meanwhile");
  return told && problem?.code === "stale" ? t("common:form.meanwhileRest") : undefined;
}

/** Unless a field of it has asked for the focus and has it. */
function focusFirst(form: HTMLElement | null): void {
  if (!form || form.contains(document.activeElement)) return;
  form.querySelector<HTMLElement>(".form-fields :is(input, select, textarea):enabled")?.focus({ preventScroll: true });
}

function Trouble({ problem }: { problem: ApiProblem | undefined }) {
  if (!problem) return null;
  return (
    <p className="form-problem" role="alert">
      {problemText(problem, t)}
    </p>
  );
}

interface BarProps {
  form: FormikProps<FormikValues>;
  problem?: ApiProblem | undefined;
  notice?: string | undefined;
  busy?: boolean;
  action?: string;
  onCancel?: () => void;
  onDiscard: () => void;
}

/** What kept a save from happening stands here too: the end of a long form is out of sight. */
function Bar({ form, problem, notice, busy = false, action, onCancel, onDiscard }: BarProps) {
  const changes = countChanges(form.initialValues, form.values);
  return (
    <div className="form-bar">
      {notice ? (
        <p className="note-warn" role="alert">
          {notice}
        </p>
      ) : (
        <Trouble problem={problem} />
      )}
      <span className="form-changes" role="status">
        {changes > 0 ? t("common:form.changes", { count: changes }) : ""}
      </span>
      {onCancel ? (
        // Who cancels has said that nothing is kept: nobody is asked once more.
        <Button
          onClick={() => {
            flushSync(() => form.resetForm());
            onCancel();
          }}
          disabled={busy}
        >
          {t("common:cancel")}
        </Button>
      ) : (
        <Button
          onClick={() => {
            form.resetForm();
            onDiscard();
          }}
          disabled={busy || !form.dirty}
        >
          {t("common:discard")}
        </Button>
      )}
      <Button type="submit" tone="primary" busy={busy}>
        {action ?? t("common:save")}
      </Button>
    </div>
  );
}

/** Puts what the server says about fields beside them. */
function FieldProblems({ problem, form }: { problem: ApiProblem | undefined; form: FormikProps<FormikValues> }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a problem is shown once, when it arrives
  useEffect(() => {
    if (!problem) return;
    for (const field of Object.keys(problem.fields)) {
      void form.setFieldTouched(field, true, false);
      form.setFieldError(field, fieldText(problem, field, t));
    }
  }, [problem]);
  return null;
}

/** Errors are named by paths, and looked for by the fields as they are nested. */
const nested = (errors: object): object =>
  Object.entries(errors).reduce((all, [path, error]) => setIn(all, path, error), {});

/** Formik touches on sending what has a value; what is missing has none, and its error would not be seen. */
function WrongTouched({ form }: { form: FormikProps<FormikValues> }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time that something has been sent
  useEffect(() => {
    if (form.isSubmitting || !form.submitCount) return;
    const touched = pathsOf(form.errors).reduce((all, path) => setIn(all, path, true), form.touched);
    void form.setTouched(touched, false);
  }, [form.isSubmitting]);
  return null;
}

const pathsOf = (errors: object, at = ""): string[] =>
  Object.entries(errors).flatMap(([key, error]) =>
    error && typeof error === "object" ? pathsOf(error, `${at}${key}.`) : `${at}${key}`,
  );

/** What was sent and is wrong may be far out of sight: the first such field gets the focus, until something is changed. */
function FirstWrong({ of, isWanted }: { of: RefObject<HTMLFormElement>; isWanted: boolean }) {
  const isShown = useRef(false);
  useEffect(() => {
    const wrong =
      isWanted &&
      of.current?.querySelector<HTMLElement>(`:is([aria-invalid="true"], .field-error[tabindex]):not([hidden] *)`);
    if (wrong && !isShown.current) {
      wrong.focus({ preventScroll: true });
      wrong.scrollIntoView({ block: "center" });
    }
    isShown.current = Boolean(wrong);
  });
  return null;
}

/** How many values differ: in what holds several by their names, such as answers or the texts of each language, each by itself. */
export function countChanges(before: unknown, after: unknown): number {
  const [one, other] = [before ?? {}, after ?? {}];
  if (!isRecord(one) || !isRecord(other)) return same(before ?? "", after ?? "") ? 0 : 1;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].reduce((count, key) => count + countChanges(one[key], other[key]), 0);
}
