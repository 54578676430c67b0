// A new group: its name, and whether profiles are put in by hand or a rule finds them.
import { observer } from "mobx-react-lite";
import { FormPanel, SelectField, SidePanel, TextField, t, useEnv, useStore, useTold } from "#web";
import type { Group, GroupDraft, Rule } from "../contract.ts";
import { ColourField } from "./ColourField.tsx";
import { blankClause, type ClauseField, isWhole } from "./clauses.ts";
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
  const [first] = useClauseFields(eventId);
  const rule: Rule = { match: "all", filter: [blankClause(first as ClauseField)] };
  const initial: Pick<Required<GroupDraft>, "name" | "colour" | "mode" | "rule"> = {
    name: "",
    colour: "blue",
    mode: "manual",
    rule,
  };
  const create = async (written: typeof initial) => {
    const { rule, ...values } = written;
    const group = await store.createGroup(eventId, values.mode === "rule" ? { ...values, rule } : values);
    if (!group) {
      told.failed(t("custom-groups:notSaved", { name: values.name }), () => create(written));
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
      <FormPanel
        label={t("custom-groups:add")}
        initial={initial}
        check={checkGroup}
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
          </>
        )}
      </FormPanel>
    </SidePanel>
  );
});

/** What a group still needs before it can be saved. */
export function checkGroup(values: { name: string; mode: Group["mode"]; rule: Rule | null }): Record<string, string> {
  const isRuleWhole = values.mode === "manual" || values.rule?.filter.every(isWhole);
  return {
    ...(values.name.trim() ? {} : { name: t("custom-groups:nameMissing") }),
    ...(isRuleWhole ? {} : { rule: t("custom-groups:rule.unfinished") }),
  };
}
