// Two people changed one field: what clashes is chosen, the rest of one's own changes is kept.
import { type Field, type FieldDraft, type FieldOption, type FileType, inLanguage } from "#schemas/fields.ts";
import { BothChanged } from "../form/BothChanged.tsx";
import { formatNumber } from "../i18n/formats.ts";
import { languageHere } from "../i18n/languages.ts";
import { currentLocale, t } from "../i18n/setup.ts";
import type { Tracking } from "../store/tracked.ts";
import { draftWith, initialOf, type LateSave, onTheirs } from "./fieldDraft.ts";

interface Props {
  late: LateSave;
  theirs: Field;
  types: readonly { id: number; type: string }[];
  events: readonly { id: number; name: string }[];
  saving: Tracking;
  /** Gets the draft, and by name what both had changed. */
  onSave: (draft: FieldDraft, clashing: readonly string[]) => void;
  onDrop: () => void;
}

type Names = Pick<Props, "types" | "events">;

export function FieldConflict({ late, theirs, types, events, saving, onSave, onDrop }: Props) {
  const both = onTheirs(late, theirs);
  return (
    <BothChanged
      both={both}
      nameOf={(key) => factName(key, theirs)}
      textOf={(key, value) => factText(key, value, { types, events })}
      saving={saving}
      onSave={(taken) => onSave(draftWith(both.settled(taken)), both.clashing)}
      onDrop={onDrop}
    />
  );
}

/** What somebody else has changed of a field meanwhile, in the words of the form, each with what it is now. */
export function ChangedMeanwhile({ base, theirs, ...names }: { base: Field; theirs: Field } & Names) {
  const { others, theirs: now } = onTheirs({ base, mine: initialOf(theirs) }, theirs);
  const [was, is] = [base.archived_at !== null, theirs.archived_at !== null];
  return (
    <ul>
      {others.map((key) => (
        <li key={key}>
          {factName(key, theirs)}: <span dir="auto">{factText(key, now[key], names)}</span>
        </li>
      ))}
      {was !== is && <li>{t(is ? "common:fields.late.archived" : "common:fields.late.restored")}</li>}
    </ul>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  section: "common:fields.section",
  type_ids: "common:fields.types",
  event_ids: "common:fields.events",
  required: "common:fields.required",
  unique: "common:fields.unique",
  options: "common:fields.options",
  places: "common:fields.places",
  owner_edits: "common:fields.ownerEdits",
  see_role: "common:fields.seeRole",
  edit_role: "common:fields.editRole",
  match_weight: "common:fields.matchWeight",
  "limits.max_length": "common:fields.maxLength",
  "limits.whole": "common:fields.whole",
  "limits.step": "common:fields.step",
  "limits.earliest": "common:fields.earliest",
  "limits.latest": "common:fields.latest",
  "limits.types": "common:file.types",
  "limits.megabytes": "common:file.megabytes",
};

/** What the form calls it. */
function factName(key: string, { kind }: Field): string {
  const [part, locale = ""] = key.split(".");
  if (part === "labels") return t("common:fields.labelIn", { language: languageHere(locale) });
  if (part === "help") return t("common:fields.helpIn", { language: languageHere(locale) });
  if (key === "limits.min") return t(`common:fields.min.${kind}`);
  if (key === "limits.max") return t(`common:fields.max.${kind}`);
  return t(NAMES[key] ?? key);
}

function factText(key: string, value: unknown, { types, events }: Names): string {
  if (key === "places") return (value as string[]).map((place) => t(`common:fields.place.${place}`)).join("; ");
  if (key === "see_role" || key === "edit_role") return t(`common:fields.role.${value}`, { defaultValue: `${value}` });
  if (key === "type_ids") {
    const names = types.filter(({ id }) => (value as number[]).includes(id)).map(({ type }) => type);
    return names.join(", ") || t("common:fields.allTypes");
  }
  if (key === "event_ids") return eventsText(value as number[], events);
  if (key === "options") return (value as FieldOption[]).map(optionText).join(", ");
  if (key === "limits.types" && value)
    return (value as FileType[]).map((type) => t(`common:file.type.${type}`)).join(", ");
  if (typeof value === "boolean") return yesNo(value);
  return value === undefined || value === "" ? "–" : String(value);
}

/** The events that use a multi-event field. */
export function eventsText(ids: readonly number[], events: Props["events"]): string {
  if (ids.length === 0) return t("common:fields.allEvents");
  const names = events.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const others = ids.length - names.length;
  return [
    ...names,
    ...(others > 0 ? [t("common:fields.otherEvents", { count: others, number: formatNumber(others) })] : []),
  ].join(", ");
}

function optionText({ labels, archived }: FieldOption): string {
  const name = inLanguage(labels, currentLocale());
  return archived ? `${name} (${t("common:fields.archived")})` : name;
}

function yesNo(isSo: boolean): string {
  return t(isSo ? "common:answer.yes" : "common:answer.no");
}
