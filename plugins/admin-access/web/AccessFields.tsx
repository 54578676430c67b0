// Role and events of an access, as they are chosen for a member and for an invitation alike.
import { useField } from "formik";
import { ROLES } from "#schemas/scalars.ts";
import { EventBoxes, SelectField, t, useSession } from "#web";

/** The roles that the person may give: none stronger than their own. */
export function roleOptions(own: number | undefined) {
  const given = ROLES.filter(({ id }) => own !== undefined && id >= own);
  return given.map(({ id, name, label }) => ({
    value: id,
    label: t(`common:role.${name}`, { defaultValue: label }),
  }));
}

/** Permissions in words. */
export const keyNames = (keys: readonly string[]) => keys.map((key) => t(`common:permission.${key}`)).join(", ");

export function RoleField({ name }: { name: string }) {
  const { accessRole } = useSession();
  const [{ value }] = useField<number>(name);
  const role = ROLES.find(({ id }) => id === value);
  return (
    <SelectField
      name={name}
      label={t("admin-access:field.role")}
      help={role && t(`admin-access:role.${role.name}.help`)}
      options={roleOptions(accessRole)}
      required
    />
  );
}

/** All events, or some of those that the person who chooses may open. */
export function EventsField({ name }: { name: string }) {
  const { events, app } = useSession();
  return (
    <EventBoxes
      name={name}
      label={t("admin-access:field.events")}
      events={events ?? []}
      all={app?.allowed_containers.includes(-1) && t("admin-access:events.all")}
    />
  );
}
