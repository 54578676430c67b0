// What stands in an input and is no value: half a day, the 31st of February, a number without figures. A browser answers nothing of
// it, which would read as if the field had been emptied.
import { type FieldInputProps, useField } from "formik";
import { type FocusEvent, type RefObject, useEffect, useRef } from "react";
import { UNREADABLE } from "./unreadableErrors.ts";

interface Read<Value> {
  /** What the form holds; nothing where that cannot be read. */
  value: Value | undefined;
  ref: RefObject<HTMLInputElement>;
  handlers: Pick<FieldInputProps<Value>, "onBlur" | "onChange"> & { onKeyUp: (event: InInput) => void };
}

type InInput = Pick<FocusEvent<HTMLInputElement>, "currentTarget">;

/** An input of which the browser may not be able to read what is typed; `read` answers its value where it is. */
export function useReadable<Value>(name: string, read: (input: HTMLInputElement) => Value | undefined): Read<Value> {
  const [field, { initialValue }, change] = useField<Value | typeof UNREADABLE | undefined>(name);
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
  const putBack = useRef((): void => {});
  putBack.current = () => isUnread && void change.setValue(initialValue);
  // What nobody sees any more could not be put right: what was stored stays.
  useEffect(() => () => putBack.current(), []);
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
