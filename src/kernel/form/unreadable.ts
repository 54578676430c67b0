// What stands in an input and is no value: half a day, the 31st of February, a number without figures. A browser answers nothing of
// it, which would read as if the field had been emptied.
import { type FieldInputProps, setIn, useField } from "formik";
import { type FocusEvent, type RefObject, useEffect, useRef } from "react";
import { t } from "../i18n/setup.ts";

/** Stands in the form for it: no rule and no server takes it, and the input goes on showing what was typed. */
export const UNREADABLE = "\uFDD1";

/** Says so beside every value that is unreadable; above what else is wrong with it. */
export function withUnreadable(errors: object, values: unknown): object {
  return pathsOf(values).reduce((all, path) => setIn(all, path, t("common:field.unreadable")), errors);
}

function pathsOf(values: unknown, at = ""): string[] {
  if (values === UNREADABLE) return [at];
  if (typeof values !== "object" || values === null) return [];
  return Object.entries(values).flatMap(([key, value]) => pathsOf(value, at ? `${at}.${key}` : key));
}

interface Read<Value> {
  /** What the form holds; nothing where that cannot be read. */
  value: Value | undefined;
  ref: RefObject<HTMLInputElement>;
  handlers: Pick<FieldInputProps<Value>, "onBlur" | "onChange"> & { onKeyUp: (event: InInput) => void };
}

type InInput = Pick<FocusEvent<HTMLInputElement>, "currentTarget">;

/** An input of which the browser may not be able to read what is typed; `read` answers its value where it is. */
export function useReadable<Value>(name: string, read: (input: HTMLInputElement) => Value | undefined): Read<Value> {
  const [field, , change] = useField<Value | typeof UNREADABLE | undefined>(name);
  const ref = useRef<HTMLInputElement>(null);
  const isUnread = field.value === UNREADABLE;
  // Nothing is told of signs that change nothing to the browser, such as a day in an empty field: keys are.
  const look = ({ currentTarget: input }: InInput) => {
    if (input.validity.badInput === isUnread) return;
    void change.setValue(isUnread ? read(input) : UNREADABLE);
  };
  useEffect(() => {
    // The form was put back to no value, of which the input knows nothing: to it that is what it has.
    const input = ref.current;
    if (!isUnread && input?.validity.badInput) input.value = "";
  }, [isUnread]);
  return {
    value: field.value === UNREADABLE ? undefined : field.value,
    ref,
    handlers: {
      onChange: ({ currentTarget: input }: InInput) =>
        void change.setValue(input.validity.badInput ? UNREADABLE : read(input)),
      onKeyUp: look,
      onBlur: (event: FocusEvent<HTMLInputElement>) => {
        look(event);
        field.onBlur(event);
      },
    },
  };
}
