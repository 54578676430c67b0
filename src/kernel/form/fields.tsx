// Fields of a form: label above, help below, the error beside the field in words that say what to do.
import { useField } from "formik";
import { type InputHTMLAttributes, type ReactNode, useContext, useId, useState } from "react";
import { instantOf, localTime } from "#schemas/time.ts";
import { t } from "../i18n/setup.ts";
import { Button } from "../ui/Button.tsx";
import { useCapsLock } from "../ui/capsLock.tsx";
import { eye, eyeOff } from "../ui/icons.ts";
import { FieldBeside } from "./fieldBeside.ts";
import { type Stepping, useNumberText } from "./numberText.ts";
import { useReadable } from "./unreadable.ts";

export interface FieldProps {
  /** Key of the value in the form. */
  name: string;
  label: string;
  help?: ReactNode;
  required?: boolean;
  disabled?: boolean;
}

interface Wiring {
  id: string;
  name: string;
  disabled: boolean | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
  "aria-describedby": string | undefined;
}

interface FrameProps extends FieldProps {
  /** Gets the attributes that tie the input to label, help and error. */
  children: (wiring: Wiring) => ReactNode;
}

/** The frame of any field, for inputs that are not here: label, help, error, and the ties between them. */
export function FieldFrame({ name, label, help, required, disabled, children }: FrameProps) {
  const id = useId();
  const [, meta] = useField(name);
  const beside = useContext(FieldBeside);
  const error = meta.touched && typeof meta.error === "string" ? meta.error : undefined;
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={`field ${error ? "field-wrong" : ""}`}>
      <label htmlFor={id} className={required ? "field-required" : undefined}>
        {label}
      </label>
      {beside?.({ name, label, disabled: disabled === true })}
      {children({
        id,
        name,
        disabled,
        "aria-invalid": error ? true : undefined,
        "aria-required": required || undefined,
        "aria-describedby": describedBy || undefined,
      })}
      {help && (
        <p className="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`} tabIndex={-1}>
          {error}
        </p>
      )}
    </div>
  );
}

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | "type"
  | "autoComplete"
  | "maxLength"
  | "min"
  | "max"
  | "step"
  | "placeholder"
  | "inputMode"
  | "autoFocus"
  | "readOnly"
>;

/** One line of text. */
export function TextField({ type = "text", autoComplete, ...props }: FieldProps & InputProps) {
  const { name, label, help, required, disabled, ...input } = props;
  const [field] = useField<string | number | undefined>(name);
  return (
    <FieldFrame {...{ name, label, help, required, disabled }}>
      {(wiring) => (
        <input
          className="input"
          type={type}
          autoComplete={autoComplete}
          {...input}
          {...field}
          {...wiring}
          value={field.value ?? ""}
        />
      )}
    </FieldFrame>
  );
}

/** A password with a button that shows it. */
export function PasswordField({ autoComplete = "current-password", ...props }: FieldProps & InputProps) {
  const { name, label, help, required, disabled, ...input } = props;
  const [field] = useField<string | undefined>(name);
  const [isShown, setShown] = useState(false);
  const caps = useCapsLock();
  return (
    <FieldFrame {...{ name, label, help, required, disabled }}>
      {(wiring) => (
        <div className="input-group">
          <input
            className="input"
            type={isShown ? "text" : "password"}
            autoComplete={autoComplete}
            spellCheck={false}
            {...input}
            {...field}
            {...wiring}
            {...caps.keys}
            onBlur={(event) => {
              caps.left();
              field.onBlur(event);
            }}
            value={field.value ?? ""}
          />
          <Button
            tone="quiet"
            small
            icon={isShown ? eyeOff : eye}
            aria-label={t(isShown ? "common:password.hide" : "common:password.show")}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
          {caps.hint}
        </div>
      )}
    </FieldFrame>
  );
}

/** A calendar day as `YYYY-MM-DD`; an empty field is the empty text. */
export function DateField(props: FieldProps & InputProps) {
  const { name, label, help, required, disabled, ...input } = props;
  const { value, ref, handlers } = useReadable<string>(name, (from) => from.value);
  return (
    <FieldFrame {...{ name, label, help, required, disabled }}>
      {(wiring) => (
        <input className="input" {...input} {...wiring} {...handlers} ref={ref} type="date" value={value ?? ""} />
      )}
    </FieldFrame>
  );
}

/**
 * A number, written as in the language of the interface; an empty field is `undefined`. An input of a browser's own would read it in
 * the browser's language.
 */
export function NumberField(props: FieldProps & Omit<InputProps, "type"> & Pick<Stepping, "from">) {
  const { name, label, help, required, disabled, min, max, step, from, ...input } = props;
  const { text, value, handlers } = useNumberText(name, { min, max, step, from });
  return (
    <FieldFrame {...{ name, label, help, required, disabled }}>
      {(wiring) => (
        <input
          className="input input-number"
          type="text"
          // The figures of a small keyboard lack the sign of what is below zero.
          inputMode={Number(min) >= 0 ? "decimal" : undefined}
          autoComplete="off"
          {...input}
          {...wiring}
          {...handlers}
          role="spinbutton"
          aria-valuenow={value}
          aria-valuemin={min === undefined ? undefined : Number(min)}
          aria-valuemax={max === undefined ? undefined : Number(max)}
          aria-valuetext={text || undefined}
          value={text}
        />
      )}
    </FieldFrame>
  );
}

/** Several lines of text. */
export function TextAreaField({
  rows = 4,
  ...props
}: FieldProps & { rows?: number; maxLength?: number; placeholder?: string }) {
  const { name, label, help, required, disabled, ...input } = props;
  const [field] = useField<string | undefined>(name);
  return (
    <FieldFrame {...{ name, label, help, required, disabled }}>
      {(wiring) => (
        <textarea className="input" rows={rows} {...input} {...field} {...wiring} value={field.value ?? ""} />
      )}
    </FieldFrame>
  );
}

export interface Option {
  value: string | number;
  label: string;
}

/** One of a few options. A value that is a number stays one. */
export function SelectField({
  options,
  placeholder,
  ...props
}: FieldProps & { options: readonly Option[]; placeholder?: string }) {
  const [field, , change] = useField<string | number | undefined>(props.name);
  return (
    <FieldFrame {...props}>
      {(wiring) => (
        <select
          className="input"
          {...wiring}
          value={field.value ?? ""}
          onBlur={field.onBlur}
          onChange={({ target }) => {
            void change.setValue(options.find((option) => String(option.value) === target.value)?.value);
          }}
        >
          {(placeholder !== undefined || field.value === undefined) && <option value="">{placeholder ?? ""}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

/** Yes or no. `bit` keeps the value as 1 or 0. */
export function CheckField({ name, label, help, disabled, bit = false }: FieldProps & { bit?: boolean }) {
  const id = useId();
  const [field, meta, change] = useField<boolean | number | undefined>(name);
  const beside = useContext(FieldBeside);
  const error = meta.touched && typeof meta.error === "string" ? meta.error : undefined;
  return (
    <div className={`field field-check ${error ? "field-wrong" : ""}`}>
      <input
        id={id}
        type="checkbox"
        checked={Boolean(field.value)}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={[help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(" ") || undefined}
        onBlur={field.onBlur}
        onChange={({ target }) => void change.setValue(bit ? Number(target.checked) : target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {beside?.({ name, label, disabled: disabled === true })}
      {help && (
        <p className="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`} tabIndex={-1}>
          {error}
        </p>
      )}
    </div>
  );
}

/** Day and time in a named zone, shown beside the field; the value is an ISO instant. */
export function DateTimeField({ timeZone, ...props }: FieldProps & { timeZone: string }) {
  const { value, ref, handlers } = useReadable<string>(props.name, (from) =>
    from.value ? instantOf(from.value, timeZone) : undefined,
  );
  return (
    <FieldFrame {...props} help={props.help ?? t("common:field.zone", { zone: timeZone })}>
      {(wiring) => (
        <input
          className="input input-number"
          type="datetime-local"
          max="9999-12-31T23:59"
          {...wiring}
          {...handlers}
          ref={ref}
          value={value ? localTime(value, timeZone) : ""}
          onChange={(event) => {
            // A year of five figures is no instant.
            if (!event.target.validity.rangeOverflow) handlers.onChange(event);
          }}
        />
      )}
    </FieldFrame>
  );
}
