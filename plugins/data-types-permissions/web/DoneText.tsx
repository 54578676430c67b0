// A text that counts as changed when one is done with it; what is wrong stays and says so.
import { useEffect, useId, useState } from "react";

interface Props {
  label: string;
  help?: string;
  /** What holds where nothing is written. */
  placeholder?: string;
  value: string;
  most: number;
  disabled: boolean;
  isWrong?: (text: string) => boolean;
  onDone: (text: string) => void;
}

export function DoneText({ label, help, placeholder, value, most, disabled, isWrong, onDone }: Props) {
  const id = useId();
  const [text, setText] = useState(value);
  // The value changes under it with Enter, too, and the focus stays.
  useEffect(() => setText(value), [value]);
  const wrong = isWrong?.(text.trim()) ?? false;
  const done = () => {
    if (!wrong && text.trim() !== value) onDone(text.trim());
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        value={text}
        placeholder={placeholder}
        maxLength={most}
        disabled={disabled}
        aria-invalid={wrong || undefined}
        aria-describedby={help ? `${id}-help` : undefined}
        onChange={({ target }) => setText(target.value)}
        onBlur={done}
        onKeyDown={({ key }) => key === "Enter" && done()}
      />
      {help && (
        <p id={`${id}-help`} className={wrong ? "field-error" : "field-help"}>
          {help}
        </p>
      )}
    </div>
  );
}
