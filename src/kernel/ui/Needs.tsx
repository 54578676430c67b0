// What stands in a person's way, in the words in which an administrator grants it.
import { observer } from "mobx-react-lite";
import type { Access, Need } from "#schemas/access.ts";
import type { Condition } from "#schemas/condition.ts";
import { ROLES } from "#schemas/scalars.ts";
import { languageTag, t } from "../i18n/setup.ts";
import { useSession } from "../store/useStore.ts";

/** The weakest role that is called an administrator of the app. */
const APP_ADMIN = 3;

/** One sentence for each permission and role that this person lacks; nothing where that cannot be said. */
export const Needs = observer(function Needs({ access }: { access: Condition | Access | undefined }) {
  const needs = useSession().missingFor(access);
  return needs.map((need) => <p key={JSON.stringify(need)}>{sentenceOf(need)}</p>);
});

/** Nobody grants a role that is stronger than their own: to whom a strong one is lacking, it is not any administrator that helps. */
export const WhoHelps = observer(function WhoHelps({ access }: { access: Condition | Access | undefined }) {
  const needs = useSession().missingFor(access);
  const roles = needs.flatMap((need) => ("accessRole" in need ? [need.accessRole] : []));
  const strongest = Math.min(...roles);
  if (strongest > APP_ADMIN) return <p>{t("common:noPermission.help")}</p>;
  const role = ROLES.findLast(({ id }) => id <= strongest) ?? ROLES[0];
  const text = role === ROLES[0] ? "common:noPermission.help.strongest" : "common:noPermission.help.role";
  return <p>{t(text, { role: t(`common:role.${role.name}`) })}</p>;
});

function sentenceOf(need: Need): string {
  if ("accessRole" in need) {
    // A threshold between two roles asks for the stronger of them.
    const role = ROLES.findLast(({ id }) => id <= need.accessRole) ?? ROLES[0];
    const text = role === ROLES[0] ? "common:noPermission.needs.strongest" : "common:noPermission.needs.role";
    return t(text, { role: t(`common:role.${role.name}`) });
  }
  const names = need.permission.map((key) => t("common:noPermission.key", { key: t(`common:permission.${key}`) }));
  const keys = new Intl.ListFormat(languageTag(), { type: "disjunction" }).format(names);
  return t("common:noPermission.needs.permission", { keys });
}
