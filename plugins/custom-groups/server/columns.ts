// A column of lists of profiles: the names of the groups that a profile is in.
import type { ProfileColumnOf } from "../../event-data/offers.ts";
import { FIELD, placedByGroups, ruledAmong, thingsOf } from "./members.ts";
import { NAMES_KEY } from "./migrations/0005_order.ts";
import { rankedGroups } from "./priority.ts";
import { listMemberships } from "./repository.ts";

const names: ProfileColumnOf = {
  key: NAMES_KEY,
  title: "custom-groups:column.names",
  kind: "text",
  set: FIELD,
  none: "custom-groups:column.none",
  ordered: placedByGroups,
  of: async ({ db, dialect, event, who, offered }, ids) => {
    const { ranked: all } = await rankedGroups(db, event.id);
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
