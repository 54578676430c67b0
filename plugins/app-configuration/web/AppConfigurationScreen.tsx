// How the administrators of the app log in.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import {
  FormPanel,
  NumberField,
  Page,
  Panel,
  ProblemView,
  SelectField,
  Skeleton,
  TextAreaField,
  t,
  useStore,
} from "#web";
import { DOMAIN_PATTERN, type LoginRules, type LoginRulesDraft, MOST_HOURS } from "../contract.ts";
import { AppConfigurationStore } from "./store.ts";

/** The rules as they are typed: domains stand in lines of one text. */
interface Typed {
  session_hours: number;
  second_factor: LoginRulesDraft["second_factor"];
  domains: string;
}

const DOMAIN = new RegExp(DOMAIN_PATTERN);
const linesOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean);

function check({ session_hours, domains }: Typed): Record<string, string> {
  const errors: Record<string, string> = {};
  if (!Number.isInteger(session_hours) || session_hours < 1 || session_hours > MOST_HOURS) {
    errors.session_hours = t("app-configuration:problem.hours", { most: MOST_HOURS });
  }
  const wrong = linesOf(domains).find((domain) => !DOMAIN.test(domain));
  if (wrong) errors.domains = t("app-configuration:problem.domain", { domain: wrong });
  return errors;
}

export const AppConfigurationScreen = observer(function AppConfigurationScreen() {
  const store = useStore(AppConfigurationStore);
  useEffect(() => void store.load(), [store]);
  const { rules, loading } = store;
  return (
    <Page title={t("app-configuration:title")} help={t("app-configuration:help")} width="form">
      {loading.problem && !rules ? (
        <ProblemView problem={loading.problem} retry={() => void store.load()} />
      ) : rules ? (
        <RulesForm rules={rules} />
      ) : (
        <Skeleton />
      )}
    </Page>
  );
});

const RulesForm = observer(function RulesForm({ rules }: { rules: LoginRules }) {
  const store = useStore(AppConfigurationStore);
  const { session_hours, second_factor, mail_domains, members, with_second_factor } = rules;
  const without = members - with_second_factor;
  return (
    <Panel>
      <FormPanel<Typed>
        initial={{ session_hours, second_factor, domains: mail_domains.join("\n") }}
        check={check}
        onSave={({ domains, ...draft }) => store.save({ ...draft, mail_domains: linesOf(domains) })}
        busy={store.saving.busy}
        problem={store.saving.problem}
        label={t("app-configuration:title")}
      >
        {({ values }) => (
          <>
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
              name="domains"
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
