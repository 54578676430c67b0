// The rules of logging in.
import { observer } from "mobx-react-lite";
import { FormPanel, NumberField, Panel, SelectField, TextAreaField, t, useStore } from "#web";
import { type LoginRules, type LoginRulesDraft, MOST_HOURS } from "../contract.ts";
import { domainError, domainsOf } from "./domains.ts";
import { AppConfigurationStore } from "./store.ts";

/** The rules as they are typed: domains stand in lines of one text. */
interface Typed extends Omit<LoginRulesDraft, "mail_domains"> {
  mail_domains: string;
}

function check({ session_hours, mail_domains }: Typed): Record<string, string> {
  const errors: Record<string, string> = {};
  if (!Number.isInteger(session_hours) || session_hours < 1 || session_hours > MOST_HOURS) {
    errors.session_hours = t("app-configuration:problem.hours", { most: MOST_HOURS });
  }
  const wrong = domainError(mail_domains);
  if (wrong) errors.mail_domains = wrong;
  return errors;
}

const onOff = () => [
  { value: "on", label: t("app-configuration:way.on") },
  { value: "off", label: t("app-configuration:way.off") },
];

export const RulesForm = observer(function RulesForm({ rules }: { rules: LoginRules }) {
  const store = useStore(AppConfigurationStore);
  const { session_hours, second_factor, password, mail_code, mail_domains, members, with_second_factor } = rules;
  const without = members - with_second_factor;
  return (
    <Panel title={t("app-configuration:rules.title")}>
      <FormPanel<Typed>
        initial={{ password, mail_code, second_factor, session_hours, mail_domains: mail_domains.join("\n") }}
        meanwhile="told"
        check={check}
        onSave={({ mail_domains: typed, ...draft }) => store.save({ ...draft, mail_domains: domainsOf(typed) })}
        busy={store.saving.busy}
        problem={store.saving.problem}
        label={t("app-configuration:rules.title")}
      >
        {({ values }) => (
          <>
            <SelectField
              name="password"
              label={t("app-configuration:field.password")}
              help={t("app-configuration:password.help")}
              options={onOff()}
            />
            <SelectField
              name="mail_code"
              label={t("app-configuration:field.mail_code")}
              help={t("app-configuration:mail_code.help")}
              options={onOff()}
            />
            <SelectField
              name="second_factor"
              label={t("app-configuration:field.second_factor")}
              help={
                values.second_factor === "required" && without > 0
                  ? t("app-configuration:factor.without", { count: without })
                  : t("app-configuration:factor.help")
              }
              options={[
                { value: "off", label: t("app-configuration:factor.off") },
                { value: "required", label: t("app-configuration:factor.required") },
              ]}
            />
            <NumberField
              name="session_hours"
              label={t("app-configuration:field.session_hours")}
              help={t("app-configuration:hours.help")}
              min={1}
              max={MOST_HOURS}
              required
            />
            <TextAreaField
              name="mail_domains"
              label={t("app-configuration:field.domains")}
              help={t("app-configuration:domains.help")}
              placeholder="example.com"
              rows={4}
            />
          </>
        )}
      </FormPanel>
    </Panel>
  );
});
