// The event's own fields, and those that it shares, as columns: left out until somebody chooses them, shown by their kind.
import { type Field, fieldApplies, fieldName, hasOptions, inLanguage, isListed } from "#schemas/fields.ts";
import { answerText, countryOptions, currentLocale, type GridColumn, type GridKind, t } from "#web";
import type { ThingRow } from "../contract.ts";

const KINDS: Partial<Record<Field["kind"], GridKind>> = {
  number: "number",
  date: "date",
  datetime: "date",
  boolean: "boolean",
  choice: "choice",
  choices: "choice",
  country: "choice",
};

const WIDE: readonly Field["kind"][] = ["long_text", "choices", "file"];

/** Columns for a list of these data types; times are in the event's zone. */
export function ownColumns(fields: readonly Field[], typeIds: readonly number[], zone: string): GridColumn<ThingRow>[] {
  return fields
    .filter((field) => field.archived_at === null && typeIds.some((id) => fieldApplies(field, id)))
    .map((field) => ownColumn(field, zone));
}

/** Groups of answers with several options are told as JSON. */
function listName(field: Field, value: unknown): string {
  try {
    return answerText(field, JSON.parse(String(value)));
  } catch {
    return answerText(field, value);
  }
}

function ownColumn(field: Field, zone: string): GridColumn<ThingRow> {
  const { key, kind } = field;
  const locale = currentLocale();
  const column: GridColumn<ThingRow> = {
    field: `fields.${key}`,
    title: fieldName(field, locale),
    kind: KINDS[kind] ?? "text",
    value: (row) => row.fields?.[key],
    blank: true,
    format: (value) => answerText(field, value, zone),
    ...(kind === "datetime" && { zone }),
    sortable: isListed(field),
    groupable: isListed(field),
    ...(!isListed(field) && { about: t("event-data:column.notListed") }),
    hidden: true,
    width: WIDE.includes(kind) ? 220 : 150,
  };
  if (hasOptions(field)) {
    const choices = field.options.map((option) => ({
      value: option.key,
      label: inLanguage(option.labels, locale) || option.key,
    }));
    if (kind !== "choices") return { ...column, choices };
    return { ...column, choices, lists: true, groupName: (value) => listName(field, value) };
  }
  if (kind !== "country") return column;
  return {
    ...column,
    // To name all countries takes longer than to draw the list; only the filter needs them.
    get choices() {
      return countryOptions();
    },
  };
}
