// The password requirements, each ticked as soon as it is met.
import { Icon, icons, t } from "#web";
import { PASSWORD_RULES } from "../contract.ts";

export function PasswordRules({ password }: { password: string }) {
  return (
    <section className="password-rules" aria-label={t("account:rules.title")}>
      <p>{t("account:rules.title")}</p>
      <ul>
        {PASSWORD_RULES.map(({ key, test }) => {
          const isMet = test(password);
          return (
            <li key={key} className={isMet ? "password-rule-met" : ""}>
              {isMet ? (
                <Icon paths={icons.tickCircle} title={t("account:rules.met")} />
              ) : (
                <span className="password-rule-open" role="img" aria-label={t("account:rules.unmet")} />
              )}
              {t(`account:rules.${key}`)}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
