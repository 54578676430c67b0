// A member's role, events, and the permissions that differ from the role's.
import { useField } from "formik";
import { observer } from "mobx-react-lite";
import { PERMISSION_KEYS } from "#schemas/scalars.ts";
import { FormPanel, t, useSession, useStore, useTold } from "#web";
import { type Member, MemberDraft } from "../contract.ts";
import { EventsField, RoleField } from "./AccessFields.tsx";
import { AdminAccessStore, nameOf } from "./store.ts";

export const AccessForm = observer(function AccessForm({ member }: { member: Member }) {
  const store = useStore(AdminAccessStore);
  const { user } = useSession();
  const saving = store.saving.of(member.id);
  const told = useTold(saving);
  const save = async (draft: MemberDraft): Promise<unknown> => {
    const saved = await store.save(member, draft);
    if (!saved) told.failed(t("admin-access:notSaved", { name: nameOf(member) }), () => save(draft));
    return saved;
  };
  const isSelf = member.user_id === user?.user_id;
  const locked = isSelf ? "admin-access:locked.self" : "admin-access:locked.stronger";
  return (
    <FormPanel<MemberDraft>
      initial={{ role_id: member.role.id, allowed_containers: member.allowed_containers, overrides: member.overrides }}
      meanwhile="told"
      schema={MemberDraft}
      messages={{ allowed_containers: t("admin-access:problem.no_events") }}
      onSave={save}
      busy={saving.busy}
      problem={saving.problem}
      readOnly={member.manageable ? undefined : t(locked)}
      label={t("admin-access:tab.access")}
    >
      <RoleField name="role_id" />
      <EventsField name="allowed_containers" />
      <OverridesField />
    </FormPanel>
  );
});

type Choice = "role" | "granted" | "withheld";

function OverridesField() {
  const { permissions } = useSession();
  const [{ value }, meta, change] = useField<Record<string, boolean>>("overrides");
  const choiceOf = (key: string): Choice => (value[key] === undefined ? "role" : value[key] ? "granted" : "withheld");
  const choose = (key: string, choice: Choice) => {
    const { [key]: _, ...rest } = value;
    void change.setValue(choice === "role" ? rest : { ...rest, [key]: choice === "granted" });
  };
  return (
    <details className="access-overrides" open={Object.keys(value).length > 0}>
      <summary>{t("admin-access:overrides.title")}</summary>
      <p>{t("admin-access:overrides.help")}</p>
      {typeof meta.error === "string" && (
        <p className="field-error" role="alert">
          {meta.error}
        </p>
      )}
      <ul>
        {PERMISSION_KEYS.map((key) => (
          <li key={key}>
            <label htmlFor={`override-${key}`}>{t(`common:permission.${key}`)}</label>
            <select
              id={`override-${key}`}
              className="input"
              value={choiceOf(key)}
              onChange={({ target }) => choose(key, target.value as Choice)}
            >
              <option value="role">{t("admin-access:overrides.role")}</option>
              {(permissions?.[key] || value[key]) && (
                <option value="granted">{t("admin-access:overrides.granted")}</option>
              )}
              <option value="withheld">{t("admin-access:overrides.withheld")}</option>
            </select>
          </li>
        ))}
      </ul>
    </details>
  );
}
