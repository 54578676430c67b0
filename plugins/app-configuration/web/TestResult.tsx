// What a test log-in found out: who would be let in or why not, and every claim.
import { Button, icons, problemText, t } from "#web";
import type { LoginTest } from "../contract.ts";

export function TestResult({ test, onClose }: { test: LoginTest; onClose: () => void }) {
  const { person, refusal, detail, claims } = test;
  const name = person ? `${person.first_name} ${person.last_name}`.trim() : "";
  return (
    <section
      className={`sso-test ${person ? "sso-test-good" : "sso-test-bad"}`}
      aria-label={t("app-configuration:test.title")}
    >
      <header>
        <h3>{t("app-configuration:test.title")}</h3>
        <Button
          tone="quiet"
          small
          icon={icons.cross}
          aria-label={t("app-configuration:test.close")}
          onClick={onClose}
        />
      </header>
      <p role="status">
        {person
          ? t(person.admitted ? "app-configuration:test.admitted" : "app-configuration:test.good", {
              name,
              email: person.email,
            })
          : t("app-configuration:test.bad", {
              reason: problemText({ code: refusal ?? "", message: refusal ?? "" }, t),
            })}
      </p>
      {detail && <p className="sso-detail">{detail}</p>}
      {claims.length > 0 && (
        <table className="sso-claims">
          <thead>
            <tr>
              <th scope="col">{t("app-configuration:test.claim")}</th>
              <th scope="col">{t("app-configuration:test.value")}</th>
            </tr>
          </thead>
          <tbody>
            {claims.map((claim) => (
              <tr key={claim.name}>
                <th scope="row">{claim.name}</th>
                <td>{claim.value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
