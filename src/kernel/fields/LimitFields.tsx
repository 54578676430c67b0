// What a field asks of its answers, by its kind: lengths, numbers, days, and what a file may be. Below the limit that was changed last
// stands how many answers would not fit.
import { useField } from "formik";
import { type ReactNode, useState } from "react";
import {
  FILE_MEGABYTES,
  FILE_MEGABYTES_AT_MOST,
  FILE_TYPES,
  type Field,
  type FieldDraft,
  type FieldLimits,
  type FileType,
} from "#schemas/fields.ts";
import { CheckField, DateField, FieldFrame, NumberField } from "../form/fields.tsx";
import { t } from "../i18n/setup.ts";
import type { FieldActs } from "./FieldsPage.tsx";
import { tidy } from "./fieldDraft.ts";
import { MisfitsNote } from "./MisfitsNote.tsx";
import { changedLimits, type LimitName } from "./tighter.ts";

interface Props {
  /** Undefined for a new one. */
  field: Field | undefined;
  /** As they stand in the form. */
  values: FieldDraft;
  /** Whether its limits can be read. */
  areRead: boolean;
  eventId: number;
  acts: FieldActs;
}

/** What stands below a limit. */
type Under = (limit: LimitName) => ReactNode;

export function LimitFields({ field, values, ...rest }: Props) {
  const { kind, limits = {} } = tidy(values);
  const changed = useChangedLimit(field?.limits ?? {}, limits);
  const under: Under = (limit) => field && limit === changed && <MisfitsNote {...{ field, limits, ...rest }} />;
  return <OwnLimits kind={kind} under={under} />;
}

/** The one of those that are not as they are saved which was changed last. */
function useChangedLimit(saved: FieldLimits, limits: FieldLimits): LimitName | undefined {
  const [seen, setSeen] = useState<{ limits: FieldLimits; last?: LimitName | undefined }>({ limits });
  const last = changedLimits(seen.limits, limits).at(-1);
  if (last) setSeen({ limits, last });
  const changed = changedLimits(saved, limits);
  return changed.find((name) => name === (last ?? seen.last)) ?? changed.at(-1);
}

function OwnLimits({ kind, under }: { kind: Field["kind"]; under: Under }) {
  if (kind === "text" || kind === "long_text") {
    return (
      <>
        <NumberField name="limits.max_length" label={t("common:fields.maxLength")} min={1} max={10_000} />
        {under("max_length")}
      </>
    );
  }
  if (kind === "number" || kind === "choices") {
    return (
      <>
        <NumberField name="limits.min" label={t(`common:fields.min.${kind}`)} />
        {under("min")}
        <NumberField name="limits.max" label={t(`common:fields.max.${kind}`)} />
        {under("max")}
        {kind === "number" && (
          <>
            <NumberField
              name="limits.step"
              label={t("common:fields.step")}
              min={0}
              step="any"
              help={t("common:fields.stepHelp")}
            />
            {under("step")}
            <CheckField name="limits.whole" label={t("common:fields.whole")} />
            {under("whole")}
          </>
        )}
      </>
    );
  }
  if (kind === "file") return <FileLimits under={under} />;
  if (kind !== "date" && kind !== "datetime") return null;
  return (
    <>
      <DateField name="limits.earliest" label={t("common:fields.earliest")} />
      {under("earliest")}
      <DateField name="limits.latest" label={t("common:fields.latest")} />
      {under("latest")}
    </>
  );
}

/** What a file may be, and how large. */
function FileLimits({ under }: { under: Under }) {
  const [{ value = [] }, , change] = useField<FileType[] | undefined>("limits.types");
  const help = t("common:file.typesHelp");
  return (
    <>
      <FieldFrame name="limits.types" label={t("common:file.types")} help={help}>
        {({ id, ...wiring }) => (
          <fieldset
            className="answer-choices"
            id={id}
            aria-label={t("common:file.types")}
            aria-describedby={wiring["aria-describedby"]}
          >
            {FILE_TYPES.map((type) => (
              <label key={type}>
                <input
                  type="checkbox"
                  checked={value.includes(type)}
                  onChange={({ target }) => {
                    const next = FILE_TYPES.filter((one) => (one === type ? target.checked : value.includes(one)));
                    void change.setValue(next.length > 0 ? next : undefined);
                  }}
                />
                {t(`common:file.type.${type}`)}
              </label>
            ))}
          </fieldset>
        )}
      </FieldFrame>
      {under("types")}
      <NumberField
        name="limits.megabytes"
        label={t("common:file.megabytes")}
        min={1}
        max={FILE_MEGABYTES_AT_MOST}
        help={t("common:file.megabytesHelp", { megabytes: FILE_MEGABYTES, most: FILE_MEGABYTES_AT_MOST })}
      />
      {under("megabytes")}
    </>
  );
}
