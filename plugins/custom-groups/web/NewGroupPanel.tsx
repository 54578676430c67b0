// A new group: its name, and whether profiles are put in by hand or a rule finds them.
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { FormPanel, SelectField, SidePanel, TextField, t, useEnv, useLeft, useStore, useTold } from "#web";
import type { Group, GroupDraft, Rule } from "../contract.ts";
import { ColourField } from "./ColourField.tsx";
import { blankClause, type ClauseField, isWhole } from "./clauses.ts";
import { asDetails, checkDetails, DetailsFields, NO_DETAILS } from "./DetailsFields.tsx";
import type { GroupValues } from "./groupFacts.ts";
import { RuleField } from "./RuleField.tsx";
import { CustomGroupsStore, NEW } from "./store.ts";
import { useClauseFields } from "./useClauseFields.ts";

interface Props {
  eventId: number;
  onClose: () => void;
  onCreated: (group: Group) => void;
}

export const NewGroupPanel = observer(function NewGroupPanel({ eventId, onClose, onCreated }: Props) {
  const store = useStore(CustomGroupsStore);
  const { notices } = useEnv();
  const saving = store.saving.of(NEW);
  const told = useTold(saving);
  const fields = useClauseFields(eventId);
  const [first] = fields;
  const rule: Rule = { match: "all", filter: [blankClause(first as ClauseField)] };
  const initial: GroupValues = { name: "", colour: "blue", mode: "manual", rule, ...NO_DETAILS };
  // Of a group that somebody removed while it was being saved: it has details, too.
  const [typed, setTyped] = useState<GroupValues>();
  useLeft<GroupValues>(saving, (left) => setTyped({ ...left, rule: left.rule ?? rule }));
  const create = async (values: GroupValues) => {
    const group = await store.createGroup(eventId, draftOf(values));
    if (!group) {
      told.failed(t("custom-groups:notSaved", { name: values.name }), () => create(values));
      return undefined;
    }
    notices.success(t("custom-groups:created", { name: group.name }));
    // The form counts as saved before the panel changes, so that nothing asks whether to leave.
    // Who has gone on meanwhile stays where he is.
    if (told.isDrawn()) setTimeout(() => onCreated(group));
    return group;
  };
  return (
    <SidePanel title={t("custom-groups:add")} onClose={onClose}>
      <FormPanel<GroupValues>
        label={t("custom-groups:add")}
        initial={initial}
        typed={typed}
        check={(values) => ({ ...checkGroup(values, fields), ...checkDetails(values) })}
        busy={saving.busy}
        problem={saving.problem}
        action={t("custom-groups:create")}
        always
        onCancel={onClose}
        onSave={create}
      >
        {({ values }) => (
          <>
            <TextField name="name" label={t("custom-groups:column.name")} maxLength={80} autoComplete="off" required />
            <ColourField />
            <SelectField
              name="mode"
              label={t("custom-groups:mode.label")}
              help={t(`custom-groups:mode.${values.mode}Help`)}
              options={(["manual", "rule"] as const).map((value) => ({
                value,
                label: t(`custom-groups:mode.${value}`),
              }))}
            />
            {values.mode === "rule" && <RuleField eventId={eventId} />}
            {typed && <DetailsFields />}
          </>
        )}
      </FormPanel>
    </SidePanel>
  );
});

/** A new group of what was typed. */
export function draftOf(values: GroupValues): GroupDraft {
  const { name, colour, mode, rule } = values;
  return { name, colour, mode, ...asDetails(values), ...(mode === "rule" && rule && { rule }) };
}

/** What a group still needs before it can be saved. */
export function checkGroup(
  values: { name: string; mode: Group["mode"]; rule: Rule | null },
  fields: readonly ClauseField[],
): Record<string, string> {
  const isRuleWhole = values.mode === "manual" || values.rule?.filter.every((clause) => isWhole(clause, fields));
  return {
    ...(values.name.trim() ? {} : { name: t("custom-groups:nameMissing") }),
    ...(isRuleWhole ? {} : { rule: t("custom-groups:rule.unfinished") }),
  };
}
