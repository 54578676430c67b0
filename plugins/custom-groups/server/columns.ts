// A column of lists of profiles: the names of the groups that a profile is in.
import type { ProfileColumnOf } from "../../event-data/offers.ts";
import { FIELD, ruledAmong, thingsOf } from "./members.ts";
import { listGroups, listMemberships } from "./repository.ts";

const names: ProfileColumnOf = {
  key: "custom-groups.names",
  title: "custom-groups:column.names",
  kind: "text",
  set: FIELD,
  of: async ({ db, dialect, event, who, offered }, ids) => {
    const all = await listGroups(db, event.id);
    const hidden = await thingsOf(offered).hidden(db, dialect, event, who);
    const asking = { dialect, eventId: event.id, offered, hidden };
    const members = [...(await listMemberships(db, event.id, ids)), ...(await ruledAmong(db, asking, all, ids))];
    const held = new Set(members.map(({ thing_id, group_id }) => `${thing_id} ${group_id}`));
    return new Map(
      ids.flatMap((id): [number, string][] => {
        const own = all.filter((group) => held.has(`${id} ${group.id}`));
        return own.length > 0 ? [[id, own.map(({ name }) => name).join(", ")]] : [];
      }),
    );
  },
};

export const groupColumns: readonly ProfileColumnOf[] = [names];
