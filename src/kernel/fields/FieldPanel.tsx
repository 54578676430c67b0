// One field beside the list: what it asks, of whom, with which options; archived and restored here, and drawn as a profile shows it.
import { Formik } from "formik";
import { observer } from "mobx-react-lite";
import { useEffect, useRef, useState } from "react";
import type { Doubles } from "#schemas/fieldEndpoints.ts";
import { kindsInto } from "#schemas/fieldKind.ts";
import type { FieldMention } from "#schemas/fieldMentions.ts";
import {
  FieldDraft as Draft,
  FIELD_KINDS,
  FIELD_MATCHED,
  FIELD_UNIQUE,
  type Field,
  type FieldDraft,
  type FieldOption,
  fieldName,
  hasOptions,
} from "#schemas/fields.ts";
import { AnswerFields } from "../form/AnswerFields.tsx";
import { EventBoxes } from "../form/EventBoxes.tsx";
import { FormPanel } from "../form/FormPanel.tsx";
import { CheckField, FieldFrame, SelectField, TextField } from "../form/fields.tsx";
import { formatNumber } from "../i18n/formats.ts";
import { languageHere } from "../i18n/languages.ts";
import { currentLocale, t } from "../i18n/setup.ts";
import { useLeft } from "../store/useLeft.ts";
import { useSession } from "../store/useStore.ts";
import { useTold } from "../store/useTold.ts";
import { Button } from "../ui/Button.tsx";
import { GoneNote } from "../ui/GoneNote.tsx";
import { SidePanel } from "../ui/Panel.tsx";
import { Alike } from "./Alike.tsx";
import { Answered, Lacking, usedBy } from "./Answered.tsx";
import { Archiving } from "./Archiving.tsx";
import { askedBy } from "./askedMentions.ts";
import { FieldConflict } from "./FieldConflict.tsx";
import type { FieldsPageProps } from "./FieldsPage.tsx";
import { copyOf, initialOf, isOfAct, type LateSave, onOwnAct, onTheirs, tidy } from "./fieldDraft.ts";
import { NEW } from "./fieldsStore.ts";
import { KeyField } from "./KeyField.tsx";
import { LimitFields } from "./LimitFields.tsx";
import { MatchMeter } from "./MatchMeter.tsx";
import { Mentions, MentionsAsked, mentionsOf, useMentions } from "./Mentions.tsx";
import { OptionsEditor } from "./OptionsEditor.tsx";
import { PlacesField } from "./PlacesField.tsx";
import { TypeBoxes } from "./TypeBoxes.tsx";

interface Props extends FieldsPageProps {
  /** Undefined for a new one. */
  field: Field | undefined;
  /** Somebody has removed it: it stands here as it was, with what was typed. */
  isGone: boolean;
  /** What a new one begins as. */
  from: Field | undefined;
  onCopy: () => void;
  onClose: () => void;
  onMade: (field: Field) => void;
  onRetire: (option: FieldOption) => void;
  onKind: () => void;
}

const ROLES = [299, 200, 95, 3] as const;

export const FieldPanel = observer(function FieldPanel(props: Props) {
  const { field, fields, eventId, use, types, events, locales, acts, more } = props;
  const { from, onCopy, onClose, onMade, onRetire, onKind } = props;
  const replacing = props.replacing.of(field?.id ?? NEW);
  // One that is just being removed from here has not gone.
  const isGone = props.isGone && !replacing.busy;
  const saving = props.saving.of(field && !isGone ? field.id : NEW);
  const told = useTold(saving);
  const isOwn = !field || field.event_id === eventId;
  const title = field ? fieldName(field, currentLocale()) : t("common:fields.new");
  const [doubles, setDoubles] = useState<Doubles>();
  // What was typed outlives the newer field that came with the refusal, until it is settled or given up.
  const [late, setLate] = useState<LateSave>();
  // Of a field that somebody removed while it was being saved.
  const [typed, setTyped] = useState<FieldDraft>();
  useLeft<LateSave | FieldDraft>(saving, (left) => ("mine" in left ? setLate(left) : setTyped(left)));
  // The form has taken it by now: one that is drawn later begins with what is stored.
  useEffect(() => {
    if (typed) setTyped(undefined);
  }, [typed]);
  // What is told of a field and done to it beside its form ends with it.
  const there = isGone ? undefined : field;
  const used = use?.find(({ key }) => key === field?.key);
  const { accessRole = 299 } = useSession();
  const roles = (now: number | undefined) => rolesFor(accessRole, now);
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
    const name = fieldName({ ...draft, key: draft.key ?? field?.key ?? "" }, currentLocale());
    if (field && !isGone) {
      const { key: _, kind: __, ...change } = draft;
      const saved = await acts.save(field, change);
      const mine = { base: field, mine: draft };
      if (saved) setLate(undefined);
      else if (saving.problem?.code === "stale") setLate(mine);
      if (!saved)
        told.failed(t("common:notSaved", { name }), () => save(values), {
          stale: { to: saving, typed: mine },
          gone: { to: props.saving.of(NEW), typed: { ...draft, key: field.key }, at: { open: NEW } },
        });
      // What stands in the way is shown where that is what the server refused.
      setDoubles(saved || !draft.unique || field.unique ? undefined : await acts.doubles(field));
      return saved;
    }
    const made = await acts.create(isGone && field ? { ...draft, key: field.key } : draft);
    if (!made) told.failed(t("common:notSaved", { name }), () => save(values));
    // The form counts as saved before the panel changes, so that nothing asks whether to leave.
    // Who has gone on meanwhile stays where he is.
    else if (told.isDrawn()) setTimeout(() => onMade(made));
    return made;
  };
  const meanwhile = (before: FieldDraft, values: FieldDraft) => {
    if (!field || isGone) return;
    const one = { base: { ...field, ...(before as Partial<Field>) }, mine: tidy(values) };
    // What one does oneself to answers, or undoes, nobody else has done.
    if (props.isMadeHere(field) && isOfAct(one, field)) return setTyped(onOwnAct(one, field));
    if (onTheirs(one, field).clashing.length > 0) setLate(one);
  };
  return (
    <SidePanel title={title} onClose={onClose}>
      {isGone && <GoneNote text={t("common:fields.gone.note")} hidden={isOwn} />}
      <div ref={body} className="field-panel">
        {field && (
          <p className="muted">
            <code>{field.key}</code>
            {use && ` · ${usedBy(used?.answers ?? 0)}`}
          </p>
        )}
        {field && late && !isGone ? (
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
            initial={from ? copyOf(from) : initialOf(field)}
            typed={isGone ? late?.mine : typed}
            meanwhile={meanwhile}
            schema={Draft}
            busy={saving.busy}
            problem={saving.problem}
            readOnly={isOwn ? undefined : t("common:fields.sharedHelp")}
            check={(values) =>
              Object.values(tidy(values).labels).length > 0
                ? {}
                : { labels: { [locales[0] ?? ""]: t("problem:field.required") } }
            }
            notice={isGone ? t("common:fields.gone.form") : undefined}
            action={isGone ? t("common:gone.again") : field ? t("common:save") : t("common:fields.create")}
            always={!field || isGone}
            {...(field ? {} : { onCancel: onClose })}
            onSave={save}
          >
            {({ values, errors }) => (
              <>
                {locales.map((locale) => (
                  <TextField
                    key={locale}
                    name={`labels.${locale}`}
                    label={t("common:fields.labelIn", { language: languageHere(locale) })}
                    maxLength={120}
                    required={locale === locales[0]}
                  />
                ))}
                {!field && <KeyField locale={locales[0]} fields={fields ?? []} />}
                <SelectField
                  name="kind"
                  label={t("common:fields.kind")}
                  disabled={field !== undefined}
                  help={field && isOwn ? t("common:fields.kindHelp") : undefined}
                  options={FIELD_KINDS.map((kind) => ({ value: kind, label: t(`common:fields.kind.${kind}`) }))}
                />
                {hasOptions(values) && (
                  <OptionsEditor
                    locales={locales}
                    saved={field?.options ?? []}
                    counts={use && (used?.options ?? {})}
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
                    label={t("common:fields.helpIn", { language: languageHere(locale) })}
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
                {eventId === 0 && (
                  <EventBoxes
                    name="event_ids"
                    label={t("common:fields.events")}
                    help={t("common:fields.eventsHelp")}
                    events={events}
                  />
                )}
                <CheckField
                  name="required"
                  label={t("common:fields.required")}
                  help={t("common:fields.requiredHelp")}
                />
                {field && values.required && !field.required && (
                  <Lacking field={field} use={used} eventId={eventId} isWarning />
                )}
                {FIELD_UNIQUE.includes(values.kind) && (
                  <CheckField
                    name="unique"
                    label={t("common:fields.unique")}
                    help={t(eventId === 0 ? "common:fields.uniqueHelp.shared" : "common:fields.uniqueHelp")}
                  />
                )}
                {values.unique && doubles && <Alike doubles={doubles} />}
                <PlacesField />
                <LimitFields {...{ field, values, eventId, acts }} areRead={!errors.limits} />
                {FIELD_MATCHED.includes(values.kind) && (
                  <SelectField
                    name="match_weight"
                    label={t("common:fields.matchWeight")}
                    help={t("common:fields.matchWeightHelp")}
                    options={WEIGHTS.map((value) => ({
                      value,
                      label: value === 0 ? t("common:fields.matchWeight.none") : formatNumber(value),
                    }))}
                  />
                )}
                {field && used && eventId > 0 && FIELD_MATCHED.includes(values.kind) && (
                  <MatchMeter field={field} weight={Number(values.match_weight ?? 0)} use={used} all={fields ?? []} />
                )}
                <CheckField name="owner_edits" label={t("common:fields.ownerEdits")} />
                <SelectField name="see_role" label={t("common:fields.seeRole")} options={roles(field?.see_role)} />
                <SelectField name="edit_role" label={t("common:fields.editRole")} options={roles(field?.edit_role)} />
              </>
            )}
          </FormPanel>
        )}
        {there && <Preview field={there} />}
        {there && used && <Answered field={there} use={used} eventId={eventId} types={types} />}
        {there && (
          <section aria-label={t("common:fields.mention.title")}>
            <h3>{t("common:fields.mention.title")}</h3>
            {!mentions ? (
              <MentionsAsked asking={acts.mentioning.of(askedBy(there.id, "panel"))} />
            ) : mentions.length > 0 ? (
              <Mentions field={there} mentions={mentions} showsEvents={eventId === 0} />
            ) : (
              <p className="muted">{t("common:fields.mention.none")}</p>
            )}
          </section>
        )}
        {there && more?.(there)}
        {there && !there.types_lost && (
          <section aria-label={t("common:fields.copy")}>
            <Button tone="quiet" onClick={onCopy}>
              {t("common:fields.copy")}
            </Button>
            <p className="field-help">{t("common:fields.copyHelp")}</p>
          </section>
        )}
        {there && isOwn && kindsInto(there).length > 0 && (
          <section aria-label={t("common:fields.change.button")}>
            <Button tone="quiet" onClick={onKind}>
              {t("common:fields.change.button")}
            </Button>
            <p className="field-help">{t("common:fields.change.help")}</p>
          </section>
        )}
        {there && isOwn && (
          <Archiving
            key={there.id}
            field={there}
            {...{ types, events, saving, replacing, acts, mentions, told, onClose }}
            stopping={props.stopping}
            running={props.running[there.id]}
            stop={() => props.stop(there.id)}
            answers={use && (used?.answers ?? 0)}
          />
        )}
      </div>
    </SidePanel>
  );
});

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

/** Which data types have the field; none ticked means all of them. */
function TypesField({ types }: { types: Props["types"] }) {
  return (
    <FieldFrame name="type_ids" label={t("common:fields.types")} help={t("common:fields.typesHelp")}>
      {({ id, ...wiring }) => <TypeBoxes id={id} describedBy={wiring["aria-describedby"]} types={types} />}
    </FieldFrame>
  );
}

const WEIGHTS = Array.from({ length: 11 }, (_, weight) => weight);

/** Down to a person's own role: beyond it they would shut themselves out. What is kept for stronger ones stays so. */
function rolesFor(accessRole: number, now: number | undefined) {
  return ROLES.filter((role) => role >= accessRole || role === now).map((role) => ({
    value: role,
    label: t(`common:fields.role.${role}`),
  }));
}
