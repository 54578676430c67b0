// Asks for a number to be typed before something is done to as many, which cannot be called back.
import { useId } from "react";
import { formatNumber } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";

interface Props {
  /** How many it is. */
  number: number;
  typed: string;
  onType: (typed: string) => void;
}

/**
 * @example
 * <TypedNumber number={count} typed={typed} onType={setTyped} />
 */
export function TypedNumber({ number, typed, onType }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{t("common:confirm.type", { name: formatNumber(number) })}</label>
      <input
        id={id}
        className="input"
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => onType(target.value)}
      />
    </div>
  );
}

/** Whether the number that was typed, in whatever way of writing, is this one. */
export function isTyped(typed: string, number: number): boolean {
  return /^[\d\s.,'’]+$/.test(typed) && typed.replace(/\D/g, "") === String(number);
}
