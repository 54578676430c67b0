// One of several, chosen outside of forms: a label and its list, acted upon at once.
import { useId } from "react";

interface Props {
  label: string;
  value: string;
  /** Each with what it says; of those that say themselves, the value alone. */
  options: readonly (string | readonly [value: string, text: string])[];
  disabled?: boolean;
  onChange: (value: string) => void;
}

export function Choice({ label, value, options, disabled, onChange }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        value={value}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value)}
      >
        {options.map((one) => {
          const [option, text] = typeof one === "string" ? [one, one] : one;
          return (
            <option key={option} value={option}>
              {text}
            </option>
          );
        })}
      </select>
    </div>
  );
}
