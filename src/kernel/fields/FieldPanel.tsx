// One field beside the list: what it asks, of whom, with which options; archived and restored here, and drawn as a profile shows it.
import { Formik, useField } from "formik";
import { useEffect, useId, useRef, useState } from "react";
import type { Doubles } from "#schemas/fieldEndpoints.ts";
import type { FieldMention } from "#schemas/fieldMentions.ts";
import {
  FieldDraft as Draft,
  FIELD_KINDS,
  FIELD_LISTABLE,
  FIELD_UNIQUE,
  FILE_MEGABYTES,
  FILE_MEGABYTES_AT_MOST,
  FILE_TYPES,
  type Field,
  type FieldDraft,
  type FieldOption,
  type FieldPlace,
  type FileType,
  fieldName,
  hasOptions,
} from "#schemas/fields.ts";
import { AnswerFields } from "../form/AnswerFields.tsx";
import { FormPanel } from "../form/FormPanel.tsx";
import { CheckField, FieldFrame, NumberField, SelectField, TextField } from "../form/fields.tsx";
import { formatNumber } from "../i18n/formats.ts";
import { currentLocale, t } from "../i18n/setup.ts";
import { Button } from "../ui/Button.tsx";
import { SidePanel } from "../ui/Panel.tsx";
import { Alike } from "./Alike.tsx";
import { Answered } from "./Answered.tsx";
import { EventBoxes } from "./EventBoxes.tsx";
import { ChangedMeanwhile, FieldConflict } from "./FieldConflict.tsx";
import type { FieldsPageProps } from "./FieldsPage.tsx";
import { initialOf, type LateSave, tidy } from "./fieldDraft.ts";
import { Mentions, mentionsOf, useMentions } from "./Mentions.tsx";
import { OptionsEditor } from "./OptionsEditor.tsx";
import { TypeBoxes } from "./TypeBoxes.tsx";

interface Props extends FieldsPageProps {
  /** Undefined for a new one. */
  field: Field | undefined;
  onClose: () => void;
  onMade: (field: Field) => void;
  onRetire: (option: FieldOption) => void;
}

const ROLES = [299, 200, 95, 3] as const;

export function FieldPanel(props: Props) {
  const { field, eventId, use, types, events, locales, saving, acts, more, onClose, onMade, onRetire } = props;
  const isOwn = !field || field.event_id === eventId;
  const title = field ? fieldName(field, currentLocale()) : t("common:fields.new");
  const [doubles, setDoubles] = useState<Doubles>();
  // What was typed outlives the newer field that came with the refusal, until it is settled or given up.
  const [late, setLate] = useState<LateSave>();
  const used = use.find(({ key }) => key === field?.key);
  const mentions = useMentions(field, acts.mentions);
  const [settled, setSettled] = useState<readonly string[]>();
  const body = useRef<HTMLDivElement>(null);
  // What was chosen from goes away with the focus: the form has it again, where both had changed something.
  useEffect(() => {
    if (late || !settled || saving.busy) return;
    const named = settled.map((name) => body.current?.querySelector<HTMLElement>(`[name="${name}"]`));
    (named.find(Boolean) ?? body.current?.querySelector<HTMLElement>("form input, form select"))?.focus();
    setSettled(undefined);
  }, [late, settled, saving.busy]);
  const save = async (values: FieldDraft) => {
    const draft = tidy(values);
    if (field) {
      const { key: _, kind: __, ...change } = draft;
      const saved = await acts.save(field, change);
      if (saved) setLate(undefined);
      else if (acts.isLate()) setLate({ base: field, mine: draft });
      // What stands in the way is shown where that is what the server refused.
      setDoubles(saved || !draft.unique || field.unique ? undefined : await acts.doubles(field));
      return saved;
    }
    const made = await acts.create(draft);
    // The form counts as saved before the panel changes, so that nothing asks whether to leave.
    if (made) setTimeout(() => onMade(made));
    return made;
  };
  return (
    <SidePanel title={title} onClose={onClose}>
      <div ref={body} className="field-panel">
        {field && (
          <p className="muted">
            <code>{field.key}</code> ·{" "}
            {t("common:fields.usedBy", { count: used?.answers ?? 0, number: formatNumber(used?.answers ?? 0) })}
          </p>
        )}
        {field && late ? (
          <FieldConflict
            key={field.rev}
            late={late}
            theirs={field}
            types={types}
            events={events}
            saving={saving}
            onSave={(draft, clashing) => {
              setSettled(clashing);
              void save(draft);
            }}
            onDrop={() => {
              setSettled([]);
              setLate(undefined);
            }}
          />
        ) : (
          <FormPanel<FieldDraft>
            label={title}
            initial={initialOf(field)}
            schema={Draft}
            busy={saving.busy}
            problem={saving.problem}
            readOnly={isOwn ? undefined : t("common:fields.sharedHelp")}
            check={(values) =>
              Object.values(tidy(values).labels).length > 0
                ? {}
                : { labels: { [locales[0] ?? ""]: t("problem:field.required") } }
            }
            action={field ? t("common:save") : t("common:fields.create")}
            always={!field}
            {...(field ? {} : { onCancel: onClose })}
            onSave={save}
          >
            {({ values }) => (
              <>
                {locales.map((locale) => (
                  <TextField
                    key={locale}
                    name={`labels.${locale}`}
                    label={t("common:fields.labelIn", { locale })}
                    maxLength={120}
                    required={locale === locales[0]}
                  />
                ))}
                <SelectField
                  name="kind"
                  label={t("common:fields.kind")}
                  disabled={field !== undefined}
                  help={field ? t("common:fields.kindHelp") : undefined}
                  options={FIELD_KINDS.map((kind) => ({ value: kind, label: t(`common:fields.kind.${kind}`) }))}
                />
                {hasOptions(values) && (
                  <OptionsEditor
                    locales={locales}
                    saved={field?.options ?? []}
                    counts={used?.options ?? {}}
                    told={(option) =>
                      field && mentions && <OptionNaming field={field} mentions={mentions} option={option} />
                    }
                    onRetire={onRetire}
                  />
                )}
                {locales.map((locale) => (
                  <TextField
                    key={locale}
                    name={`help.${locale}`}
                    label={t("common:fields.helpIn", { locale })}
                    maxLength={500}
                  />
                ))}
                <TextField
                  name="section"
                  label={t("common:fields.section")}
                  maxLength={60}
                  help={t("common:fields.sectionHelp")}
                />
                <TypesField types={types} />
                {eventId === 0 && <EventBoxes events={events} />}
                <CheckField
                  name="required"
                  label={t("common:fields.required")}
                  help={t("common:fields.requiredHelp")}
                />
                {FIELD_UNIQUE.includes(values.kind) && (
                  <CheckField
                    name="unique"
                    label={t("common:fields.unique")}
                    help={t(eventId === 0 ? "common:fields.uniqueHelp.shared" : "common:fields.uniqueHelp")}
                  />
                )}
                {values.unique && doubles && <Alike doubles={doubles} />}
                {FIELD_LISTABLE.includes(values.kind) && <ListedField />}
                <LimitFields kind={values.kind} />
                <CheckField name="owner_edits" label={t("common:fields.ownerEdits")} />
                <SelectField name="see_role" label={t("common:fields.seeRole")} options={roleOptions()} />
                <SelectField name="edit_role" label={t("common:fields.editRole")} options={roleOptions()} />
              </>
            )}
          </FormPanel>
        )}
        {field && <Preview field={field} />}
        {field && used && <Answered field={field} use={used} eventId={eventId} />}
        {field && mentions && (
          <section aria-label={t("common:fields.mention.title")}>
            <h3>{t("common:fields.mention.title")}</h3>
            {mentions.length > 0 ? (
              <Mentions field={field} mentions={mentions} showsEvents={eventId === 0} />
            ) : (
              <p className="muted">{t("common:fields.mention.none")}</p>
            )}
          </section>
        )}
        {field && more?.(field)}
        {field && isOwn && <Archiving key={field.id} {...{ field, types, events, saving, acts, mentions }} />}
      </div>
    </SidePanel>
  );
}

type ArchivingProps = Pick<Props, "types" | "events" | "saving" | "acts"> & {
  field: Field;
  mentions: ReturnType<typeof useMentions>;
};

/** Archives or restores; where somebody else saved first, it is told what is otherwise now, and one decides again. */
function Archiving({ field, types, events, saving, acts, mentions = [] }: ArchivingProps) {
  const [base, setBase] = useState<Field>();
  const isArchived = field.archived_at !== null;
  const archive = async () => {
    const done = await acts.archive(field, !isArchived);
    setBase(!done && acts.isLate() ? field : undefined);
  };
  return (
    <section aria-label={t(isArchived ? "common:fields.restore" : "common:fields.archive")}>
      {base && base.rev < field.rev && (
        <div role="alert">
          <p>{t("common:fields.late.look")}</p>
          <ChangedMeanwhile base={base} theirs={field} types={types} events={events} />
        </div>
      )}
      <Button tone="quiet" busy={saving.busy} onClick={() => void archive()}>
        {t(isArchived ? "common:fields.restore" : "common:fields.archive")}
      </Button>
      <p className="field-help">
        {t("common:fields.archiveHelp")}{" "}
        {!isArchived && mentions.length > 0 && t("common:fields.mention.keptByArchive")}
      </p>
    </section>
  );
}

/** What names an option, beside the option. */
function OptionNaming({
  field,
  mentions,
  option,
}: {
  field: Field;
  mentions: readonly FieldMention[];
  option: string;
}) {
  const own = mentionsOf(mentions, option);
  if (own.length === 0) return null;
  return (
    <div className="field-help">
      {t("common:fields.mention.optionKept")}
      <Mentions
        field={field}
        mentions={own.map((one) => ({ ...one, options: [] }))}
        showsEvents={field.event_id === 0}
      />
    </div>
  );
}

function Preview({ field }: { field: Field }) {
  const shown = { ...field, places: ["profile" as const], archived_at: null };
  return (
    <section aria-label={t("common:fields.preview")}>
      <h3>{t("common:fields.preview")}</h3>
      <Formik initialValues={{ fields: {} }} onSubmit={() => {}}>
        <AnswerFields fields={[shown]} typeId={field.type_ids[0] ?? 0} answers={{}} accessRole={1} timeZone="UTC" />
      </Formik>
    </section>
  );
}

function LimitFields({ kind }: { kind: Field["kind"] }) {
  if (kind === "text" || kind === "long_text") {
    return <NumberField name="limits.max_length" label={t("common:fields.maxLength")} min={1} max={10_000} />;
  }
  if (kind === "number" || kind === "choices") {
    return (
      <>
        <NumberField name="limits.min" label={t(`common:fields.min.${kind}`)} />
        <NumberField name="limits.max" label={t(`common:fields.max.${kind}`)} />
        {kind === "number" && <CheckField name="limits.whole" label={t("common:fields.whole")} />}
      </>
    );
  }
  if (kind === "file") return <FileLimits />;
  if (kind !== "date" && kind !== "datetime") return null;
  return (
    <>
      <TextField name="limits.earliest" type="date" label={t("common:fields.earliest")} />
      <TextField name="limits.latest" type="date" label={t("common:fields.latest")} />
    </>
  );
}

/** What a file may be, and how large. */
function FileLimits() {
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
      <NumberField
        name="limits.megabytes"
        label={t("common:file.megabytes")}
        min={1}
        max={FILE_MEGABYTES_AT_MOST}
        help={t("common:file.megabytesHelp", { megabytes: FILE_MEGABYTES, most: FILE_MEGABYTES_AT_MOST })}
      />
    </>
  );
}

/** Which data types have the field; none ticked means all of them. */
function TypesField({ types }: { types: Props["types"] }) {
  return (
    <FieldFrame name="type_ids" label={t("common:fields.types")} help={t("common:fields.typesHelp")}>
      {({ id, ...wiring }) => <TypeBoxes id={id} describedBy={wiring["aria-describedby"]} types={types} />}
    </FieldFrame>
  );
}

/** Whether lists can be sorted and grouped by it: an order of its own that costs room and time at every save. */
function ListedField() {
  const [{ value = [] }, , change] = useField<FieldPlace[]>("places");
  const id = useId();
  return (
    <div className="field field-check">
      <input
        id={id}
        type="checkbox"
        checked={value.includes("list")}
        aria-describedby={`${id}-help`}
        onChange={({ target }) =>
          void change.setValue(target.checked ? [...value, "list"] : value.filter((place) => place !== "list"))
        }
      />
      <label htmlFor={id}>{t("common:fields.listed")}</label>
      <p className="field-help" id={`${id}-help`}>
        {t("common:fields.listedHelp")}
      </p>
    </div>
  );
}

function roleOptions() {
  return ROLES.map((role) => ({ value: role, label: t(`common:fields.role.${role}`) }));
}
