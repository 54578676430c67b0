// What is typed into an input for a number, read and written as in the language of the interface.
import { useField } from "formik";
import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { numberIn } from "#schemas/answers/number.ts";
import { languageTag } from "../i18n/setup.ts";
import { UNREADABLE } from "./unreadableErrors.ts";

type Held = number | typeof UNREADABLE | undefined;
type Bound = number | string | undefined;

/** How an input steps, as its attributes say. */
export interface Stepping {
  min?: Bound;
  max?: Bound;
  /** 1 unless told; of `any`, too, but then from wherever one is. */
  step?: Bound;
  /** What steps are counted from: the smallest number unless told, or 0. */
  from?: number | undefined;
}

const signs = new Map<string, "." | ",">();

/** The sign before decimals in a language. */
function decimalOf(language: string): "." | "," {
  const known = signs.get(language);
  if (known) return known;
  const parts = new Intl.NumberFormat(language).formatToParts(1.5);
  const sign = parts.find(({ type }) => type === "decimal")?.value === "," ? "," : ".";
  signs.set(language, sign);
  return sign;
}

/** What a text says in a language: nothing where it is empty. */
export function heldBy(text: string, language: string): Held {
  if (text.trim() === "") return undefined;
  const read = numberIn(text, decimalOf(language));
  return typeof read === "number" ? read : UNREADABLE;
}

/** A number as one types it in a language: without separators of thousands. */
export function asTyped(value: number, language: string): string {
  return String(value).replace(".", decimalOf(language));
}

/** Numbers as they are written have no more figures than these; what arithmetic adds beyond them is no difference. */
const asWritten = (number: number) => Number(number.toPrecision(15));

/** The next number up or down. */
export function stepped(value: number, by: 1 | -1, { min, max, step, from = Number(min ?? 0) }: Stepping): number {
  const size = Number(step ?? 1) || 1;
  const [least, most] = [Number(min ?? Number.NEGATIVE_INFINITY), Number(max ?? Number.POSITIVE_INFINITY)];
  if (step === "any") return asWritten(Math.min(most, Math.max(least, value + by)));
  const stepsTo = (to: number) => asWritten((to - from) / size);
  const next = by > 0 ? Math.floor(stepsTo(value)) + 1 : Math.ceil(stepsTo(value)) - 1;
  // What lies between the last step and a bound is on none.
  const reached = Math.min(Math.floor(stepsTo(most)), Math.max(Math.ceil(stepsTo(least)), next));
  return asWritten(from + reached * size);
}

/** What a number's input shows and does; the value in the form is a number, or nothing, or what cannot be read. */
export function useNumberText(name: string, stepping: Stepping) {
  const [field, { initialValue }, change] = useField<Held>(name);
  const [typed, setTyped] = useState<string>();
  const language = languageTag();
  const value = typeof field.value === "number" ? field.value : undefined;
  const isAsTyped = typed !== undefined && Object.is(heldBy(typed, language), field.value ?? undefined);
  const text = isAsTyped ? typed : value === undefined ? "" : asTyped(value, language);
  const take = (next: string) => {
    setTyped(next);
    void change.setValue(heldBy(next, language));
  };
  const putBack = useRef((): void => {});
  putBack.current = () => field.value === UNREADABLE && void change.setValue(initialValue);
  // What nobody sees any more could not be put right: what was stored stays.
  useEffect(() => () => putBack.current(), []);
  return {
    text,
    value,
    handlers: {
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => take(target.value),
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : undefined;
        if (!by || event.altKey || event.ctrlKey || event.metaKey || field.value === UNREADABLE) return;
        event.preventDefault();
        take(asTyped(stepped(value ?? 0, by, stepping), language));
      },
      onBlur: (event: FocusEvent<HTMLInputElement>) => {
        // It stands there as it was understood.
        if (field.value !== UNREADABLE) setTyped(undefined);
        field.onBlur(event);
      },
    },
  };
}
