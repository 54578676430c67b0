// What is to be done to the selected profiles: the field and its new value, the type, or the group.
import { FormikProvider, useFormik } from "formik";
import { observer } from "mobx-react-lite";
import { useEffect, useRef } from "react";
import {
  AnswerFields,
  answerErrors,
  countryOptions,
  EmptyState,
  ProblemView,
  SelectField,
  Skeleton,
  TextField,
  t,
  useSession,
  useStore,
} from "#web";
import { type BulkAct, MERGE_BY, STATUSES } from "../../contract.ts";
import { statusText } from "../columns.tsx";
import { EventDataStore } from "../store.ts";
import { useFieldLabel } from "../valueText.ts";
import { actOf, askedFor, type Choice, type Doing, editable, HOWS, hasHow, ownField } from "./act.ts";

interface Props {
  id: string;
  eventId: number;
  doing: Doing;
  choice: Choice;
  onChosen: (choice: Choice, act: BulkAct) => void;
}

export const ChoiceForm = observer(function ChoiceForm({ id, eventId, doing, choice, onChosen }: Props) {
  const { bulk, questions } = useStore(EventDataStore);
  const session = useSession();
  const label = useFieldLabel();
  const isGroup = doing === "in" || doing === "out";
  useEffect(() => void (isGroup && bulk.listGroups(eventId)), [bulk, eventId, isGroup]);
  const role = session.accessRole ?? 299;
  const timeZone = session.event?.timezone ?? "UTC";
  const own = ({ field: name, how }: Choice) => {
    const field = ownField(questions.fields, name);
    return field && askedFor(field, how);
  };
  const form = useFormik<Choice>({
    initialValues: choice,
    validateOnBlur: false,
    validate: (values) => {
      const field = own(values);
      const act = actOf(doing, values, questions.fields);
      if (doing === "edit" && field) {
        if (!act) return { fields: { [field.key]: t("event-data:bulk.chooseOptions") } };
        const judging = { typeId: field.type_ids[0] ?? 0, before: {}, whole: false, role, timeZone };
        return answerErrors([field], values.fields, judging);
      }
      return act ? {} : { [needed(doing, values)]: t("event-data:bulk.choose") };
    },
    onSubmit: (values) => {
      const act = actOf(doing, values, questions.fields);
      if (act) onChosen(values, act);
    },
  });
  const { field, how } = form.values;
  const asked = own(form.values);
  const isSeveral = hasHow(asked);
  const isReplaced = !isSeveral || how === "replace";
  // A value is one of its field.
  const valued = useRef(field);
  useEffect(() => {
    if (valued.current === field) return;
    valued.current = field;
    void form.setFieldValue("value", "", false);
    // Formik tells what is wrong of what has a value, be it that nothing is chosen.
    if (isSeveral) void form.setFieldValue(field, [], false);
  }, [field, isSeveral, form.setFieldValue]);
  const types = (session.typeCategories ?? []).flatMap((category) => category.types);

  if (isGroup && !bulk.groups) {
    const { problem } = bulk.listing;
    return problem ? (
      <ProblemView problem={problem} retry={() => void bulk.listGroups(eventId)} />
    ) : (
      <Skeleton rows={2} />
    );
  }
  if (isGroup && bulk.groups?.length === 0) return <EmptyState title={t("event-data:bulk.noGroups")} />;
  return (
    <FormikProvider value={form}>
      <form id={id} className="form" onSubmit={form.handleSubmit} noValidate>
        {doing === "edit" && (
          <SelectField
            name="field"
            label={t("event-data:bulk.field")}
            placeholder={t("event-data:bulk.chooseField")}
            options={editable(questions.fields, role).map((value) => ({ value, label: label(value) }))}
          />
        )}
        {doing === "edit" && field && !asked && <BuiltIn field={field} label={label(field)} />}
        {isSeveral && (
          <SelectField
            name="how"
            label={t("event-data:bulk.how")}
            options={HOWS.map((value) => ({ value, label: t(`event-data:bulk.how.${value}`) }))}
          />
        )}
        {asked && (
          <AnswerFields
            fields={[{ ...asked, section: "" }]}
            typeId={asked.type_ids[0] ?? 0}
            answers={{}}
            accessRole={role}
            timeZone={timeZone}
          />
        )}
        {doing === "edit" && field && field !== "status" && isReplaced && (
          <p className="field-help">{t("event-data:bulk.emptyHelp")}</p>
        )}
        {doing === "move" && (
          <SelectField
            name="type_id"
            label={t("event-data:field.type_id")}
            placeholder={t("event-data:bulk.chooseType")}
            options={types.map((type) => ({ value: type.id, label: type.type }))}
          />
        )}
        {doing === "merge" && (
          <>
            <SelectField
              name="by"
              label={t("event-data:bulk.mergeBy")}
              placeholder={t("event-data:bulk.chooseBy")}
              options={MERGE_BY.map((value) => ({
                value,
                label: t(`event-data:bulk.by.${value}`),
              }))}
            />
            <p className="field-help">{t("event-data:bulk.mergeHelp")}</p>
          </>
        )}
        {isGroup && (
          <SelectField
            name="group"
            label={t("event-data:bulk.group")}
            placeholder={t("event-data:bulk.chooseGroup")}
            options={(bulk.groups ?? []).map(({ id: value, name }) => ({ value, label: name }))}
          />
        )}
      </form>
    </FormikProvider>
  );
});

function BuiltIn({ field, label }: { field: string; label: string }) {
  if (field === "country") {
    const options = countryOptions();
    return <SelectField name="value" label={label} placeholder={t("event-data:field.noCountry")} options={options} />;
  }
  if (field === "status") {
    const options = STATUSES.map((value) => ({ value, label: statusText(value) }));
    return <SelectField name="value" label={label} placeholder={t("event-data:bulk.chooseStatus")} options={options} />;
  }
  return <TextField name="value" label={label} maxLength={200} autoComplete="off" />;
}

/** The input that is still missing. */
function needed(doing: Doing, { field }: Choice): string {
  if (doing === "move") return "type_id";
  if (doing === "merge") return "by";
  if (doing === "in" || doing === "out") return "group";
  return doing === "edit" && !field ? "field" : "value";
}
