// What a person may do, and why: pages with what stands in the way, permissions with where they come from.
import { observer } from "mobx-react-lite";
import { ROLES } from "#schemas/scalars.ts";
import { ProblemView, Skeleton, t, useStore } from "#web";
import type { Explanation } from "../contract.ts";
import { AdminAccessStore } from "./store.ts";

type Page = Explanation["pages"][number];

export const ExplanationView = observer(function ExplanationView({ memberId }: { memberId: number }) {
  const store = useStore(AdminAccessStore);
  const { explanation, explaining } = store;
  if (explaining.problem && !explanation) {
    return <ProblemView problem={explaining.problem} retry={() => void store.explain(memberId)} />;
  }
  if (!explanation) return <Skeleton kind="table" />;
  const { events, keys, pages } = explanation;
  return (
    <div className="access-explained">
      <h3>{t("admin-access:explain.events")}</h3>
      <p>{events.all ? t("admin-access:events.all") : events.names.join(", ") || t("admin-access:events.none")}</p>
      <h3>{t("admin-access:explain.pages")}</h3>
      <table className="access-table">
        <thead>
          <tr>
            <th scope="col">{t("admin-access:explain.page")}</th>
            <th scope="col">{t("admin-access:explain.allowed")}</th>
          </tr>
        </thead>
        <tbody>
          {pages.map((page) => (
            <tr key={page.route}>
              <th scope="row">
                {t(page.title)}
                <span className="access-why">{whyNot(page)}</span>
              </th>
              <td>{allowedText(page.allowed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3>{t("admin-access:explain.keys")}</h3>
      <table className="access-table">
        <thead>
          <tr>
            <th scope="col">{t("admin-access:explain.key")}</th>
            <th scope="col">{t("admin-access:explain.allowed")}</th>
          </tr>
        </thead>
        <tbody>
          {keys.map(({ key, allowed, because }) => (
            <tr key={key}>
              <th scope="row">
                {t(`common:permission.${key}`)}
                <span className="access-why">{t(`admin-access:because.${because}`)}</span>
              </th>
              <td>{allowedText(allowed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});

function allowedText(allowed: boolean | null) {
  const [word, chip] = allowed === null ? ["depends", "chip-warn"] : allowed ? ["yes", "chip-good"] : ["no", ""];
  return <span className={`chip ${chip}`}>{t(`admin-access:allowed.${word}`)}</span>;
}

function whyNot({ needs_role, needs_permissions, allowed }: Page): string {
  const role = ROLES.find(({ id }) => id === needs_role);
  const roleText = role ? t(`common:role.${role.name}`) : String(needs_role);
  const keys = needs_permissions?.map((key) => t(`common:permission.${key}`)).join(", ");
  const reasons = [
    needs_role !== undefined && t("admin-access:needs.role", { role: roleText }),
    keys && t("admin-access:needs.permission", { keys }),
  ].filter(Boolean);
  return reasons.join(" ") || t(allowed === null ? "admin-access:needs.facts" : "admin-access:needs.nothing");
}
