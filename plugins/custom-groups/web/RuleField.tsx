// The clauses of a rule, one a line, and how many profiles they find as they stand.
import { useField } from "formik";
import { observer } from "mobx-react-lite";
import { useEffect, useId, useState } from "react";
import type { FilterOp, ListFilter } from "#schemas/list.ts";
import { Button, formatNumber, icons, problemText, TakeOut, t, useStore } from "#web";
import type { Rule } from "../contract.ts";
import {
  blankClause,
  type ClauseField,
  type ClauseOp,
  choicesOf,
  clauseText,
  fieldOf,
  isOfDays,
  isWhole,
  OWN,
  opOf,
  opsOf,
  wordOf,
} from "./clauses.ts";
import { Faults } from "./Faults.tsx";
import { CustomGroupsStore } from "./store.ts";
import { useClauseFields } from "./useClauseFields.ts";

const REST_MS = 250;

export const RuleField = observer(function RuleField({ eventId }: { eventId: number }) {
  const [{ value: rule }, meta, { setValue }] = useField<Rule>("rule");
  const store = useStore(CustomGroupsStore);
  const fields = useClauseFields(eventId);
  const { listingFields } = store;
  const id = useId();
  const put = (filter: ListFilter[]) => void setValue({ ...rule, filter });
  const set = (at: number, clause: ListFilter) => put(rule.filter.map((one, place) => (place === at ? clause : one)));
  return (
    <fieldset className="group-rule">
      <legend>{t("custom-groups:rule.title")}</legend>
      <label htmlFor={`${id}-match`} className="sr-only">
        {t("custom-groups:rule.match")}
      </label>
      <select
        id={`${id}-match`}
        className="input"
        value={rule.match}
        onChange={({ target }) => void setValue({ ...rule, match: target.value as Rule["match"] })}
      >
        <option value="all">{t("custom-groups:rule.all")}</option>
        <option value="any">{t("custom-groups:rule.any")}</option>
      </select>
      {listingFields.problem && (
        <p className="form-problem" role="alert">
          {t("custom-groups:rule.fieldsMissing")} {problemText(listingFields.problem, t)}{" "}
          <Button small onClick={() => void store.listFields(eventId)}>
            {t("common:retry")}
          </Button>
        </p>
      )}
      <ol>
        {rule.filter.map((clause, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: clauses have no identity but their place
          <li key={at}>
            <Clause
              clause={clause}
              fields={fields}
              place={at + 1}
              onChange={(next) => set(at, next)}
              onRemove={rule.filter.length > 1 ? () => put(rule.filter.filter((_, place) => place !== at)) : undefined}
            />
          </li>
        ))}
      </ol>
      {typeof meta.error === "string" && meta.touched && (
        <p className="field-error" tabIndex={-1}>
          {meta.error}
        </p>
      )}
      <Button
        small
        icon={icons.add}
        disabled={rule.filter.length >= 20}
        onClick={() => put([...rule.filter, blankClause(fields[0] as ClauseField)])}
      >
        {t("custom-groups:rule.add")}
      </Button>
      <Count eventId={eventId} rule={rule} fields={fields} />
    </fieldset>
  );
});

interface ClauseProps {
  clause: ListFilter;
  fields: readonly ClauseField[];
  place: number;
  onChange: (clause: ListFilter) => void;
  onRemove: (() => void) | undefined;
}

function Clause({ clause, fields, place, onChange, onRemove }: ClauseProps) {
  const field = fieldOf(fields, clause.field);
  const isOwn = field.kind === "own";
  const label = (key: string) => t(`custom-groups:rule.${key}`, { place });
  const chooseOp = (op: ClauseOp) => {
    if (op === "empty" || op === "filled") onChange({ ...clause, op: "empty", value: op === "empty" });
    else onChange({ ...clause, op, value: blankValue(clause, op) });
  };
  // What no control here can say stays as it was said elsewhere.
  if (isOwn && !clause.field.startsWith(OWN)) {
    return (
      <div className="group-clause">
        <span dir="auto">{clauseText(clause, fields)}</span>
        <span className="field-help">{t("custom-groups:rule.elsewhere")}</span>
        {onRemove && <TakeOut label={label("remove")} onClick={onRemove} />}
      </div>
    );
  }
  return (
    <div className="group-clause">
      <select
        className="input"
        aria-label={label("field")}
        value={isOwn ? OWN : field.field}
        onChange={({ target }) => onChange(blankClause(fieldOf(fields, target.value)))}
      >
        {fields.map((one) => (
          <option key={one.field} value={one.field}>
            {one.label}
          </option>
        ))}
        <option value={OWN}>{t("custom-groups:rule.own")}</option>
      </select>
      {isOwn && (
        <input
          className="input"
          aria-label={label("key")}
          placeholder={t("custom-groups:rule.keyExample")}
          maxLength={64}
          value={clause.field.slice(OWN.length)}
          onChange={({ target }) =>
            onChange({ ...clause, field: `${OWN}${target.value.toLowerCase().replace(/[^a-z0-9_]+/g, "_")}` })
          }
        />
      )}
      <select
        className="input"
        aria-label={label("op")}
        value={opOf(clause)}
        onChange={({ target }) => chooseOp(target.value as ClauseOp)}
      >
        {opsOf(field, opOf(clause)).map((op) => (
          <option key={op} value={op}>
            {t(`custom-groups:op.${wordOf(field, op)}`)}
          </option>
        ))}
      </select>
      {clause.op !== "empty" && <Value clause={clause} field={field} label={label("value")} onChange={onChange} />}
      {onRemove && <TakeOut label={label("remove")} onClick={onRemove} />}
    </div>
  );
}

function Value({
  clause,
  field,
  label,
  onChange,
}: {
  clause: ListFilter;
  field: ClauseField;
  label: string;
  onChange: ClauseProps["onChange"];
}) {
  const choices = choicesOf(field, clause);
  if (choices && (field.kind === "many" || clause.op === "ne")) {
    return (
      <select
        className="input"
        aria-label={label}
        value={String(clause.value ?? "")}
        onChange={({ target }) =>
          onChange({ ...clause, value: choices.find(({ value }) => String(value) === target.value)?.value ?? "" })
        }
      >
        <option value="">{t("custom-groups:rule.choose")}</option>
        {choices.map(({ value, label: name }) => (
          <option key={String(value)} value={String(value)}>
            {name}
          </option>
        ))}
      </select>
    );
  }
  if (choices) {
    const chosen = new Set((Array.isArray(clause.value) ? clause.value : [clause.value]).map(String));
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame of its own
      <div className="group-choices" role="group" aria-label={label}>
        {choices.map((choice) => (
          <label key={String(choice.value)}>
            <input
              type="checkbox"
              checked={chosen.has(String(choice.value))}
              onChange={({ target }) => {
                const kept = choices.filter((one) =>
                  one.value === choice.value ? target.checked : chosen.has(String(one.value)),
                );
                onChange({ ...clause, op: "in", value: kept.map((one) => one.value) });
              }}
            />
            {choice.label}
          </label>
        ))}
      </div>
    );
  }
  if (clause.op === "in") return <ListValue clause={clause} label={label} onChange={onChange} />;
  const isDay = isOfDays(field.kind);
  const text = clause.value === undefined || clause.value === null ? "" : String(clause.value);
  if (field.kind === "number" || field.kind === "own")
    return <TypedValue key={clause.field} {...{ clause, field, label, onChange }} />;
  return (
    <input
      className="input"
      aria-label={label}
      type={isDay ? "date" : "text"}
      value={isDay ? text.slice(0, 10) : text}
      onChange={({ target }) => onChange({ ...clause, value: target.value })}
    />
  );
}

interface TypedProps {
  clause: ListFilter;
  field: ClauseField;
  label: string;
  onChange: ClauseProps["onChange"];
}

/** A number, or what may be one; it stands as it is typed, for "0.0" is on the way to "0.05". */
function TypedValue({ clause, field, label, onChange }: TypedProps) {
  const [text, setText] = useState(String(clause.value ?? ""));
  // What was typed stands only as long as it is what the rule says: it may be another condition's by now, or taken back.
  const isTyped = typed(text, field) === clause.value;
  return (
    <input
      className="input"
      aria-label={label}
      {...(field.kind === "number" ? { type: "number", step: "any" } : { type: "text" })}
      value={isTyped ? text : String(clause.value ?? "")}
      onChange={({ target }) => {
        setText(target.value);
        onChange({ ...clause, value: typed(target.value, field) });
      }}
    />
  );
}

/** Several values, separated by commas; kept as typed until the field is left. */
function ListValue({
  clause,
  label,
  onChange,
}: {
  clause: ListFilter;
  label: string;
  onChange: ClauseProps["onChange"];
}) {
  const values = Array.isArray(clause.value) ? clause.value.map(String) : [];
  const [text, setText] = useState(values.join(", "));
  const isTyped = listed(text).join() === values.join();
  return (
    <input
      className="input"
      aria-label={label}
      placeholder={t("custom-groups:rule.list")}
      value={isTyped ? text : values.join(", ")}
      onChange={({ target }) => {
        setText(target.value);
        onChange({ ...clause, value: listed(target.value) });
      }}
    />
  );
}

const listed = (text: string) =>
  text
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);

/** An own field may hold numbers; what looks like one is asked as one. */
function typed(text: string, { kind }: ClauseField): string | number {
  if (kind === "number") return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
  return kind === "own" && /^-?\d{1,15}(\.\d{1,6})?$/.test(text) ? Number(text) : text;
}

function blankValue({ op, value }: ListFilter, next: FilterOp): ListFilter["value"] {
  if (next === "in") return [];
  return op === "empty" || Array.isArray(value) ? "" : value;
}

interface CountProps {
  eventId: number;
  rule: Rule;
  fields: readonly ClauseField[];
}

const Count = observer(function Count({ eventId, rule, fields }: CountProps) {
  const store = useStore(CustomGroupsStore);
  const text = JSON.stringify(rule);
  const isAskable = rule.filter.length > 0 && rule.filter.every((clause) => isWhole(clause, fields));
  useEffect(() => {
    if (!isAskable) return;
    const timer = setTimeout(() => void store.countRule(eventId, JSON.parse(text) as Rule), REST_MS);
    return () => clearTimeout(timer);
  }, [store, eventId, text, isAskable]);
  const { counting } = store;
  const counted = store.counted?.of === text ? store.counted : undefined;
  return (
    <>
      {isAskable && counted && <Faults faults={counted.faults} />}
      <p className="group-count" role="status">
        {!isAskable
          ? t("custom-groups:rule.unfinished")
          : counting.problem
            ? problemText(counting.problem, t)
            : counted
              ? counted.matched === 0
                ? t("custom-groups:rule.nobody")
                : t("custom-groups:rule.finds", {
                    count: counted.matched,
                    number: formatNumber(counted.matched),
                    total: formatNumber(counted.total),
                  })
              : t("common:loading")}
      </p>
    </>
  );
});
