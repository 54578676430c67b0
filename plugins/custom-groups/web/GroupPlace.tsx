// What decides where a profile of the group is in others too, and which place the group has among them.
import { observer } from "mobx-react-lite";
import { Link, useLocation } from "react-router-dom";
import { formatNumber, t, useStore } from "#web";
import type { Group } from "../contract.ts";
import { CustomGroupsStore } from "./store.ts";

/** The part of the address by which the choice is opened. */
export const PRIORITY = "priority";

export const GroupPlace = observer(function GroupPlace({ group }: { group: Group }) {
  const { priority, ranked } = useStore(CustomGroupsStore);
  const { search } = useLocation();
  if (!priority || ranked.length < 2) return null;
  const query = new URLSearchParams(search);
  query.set(PRIORITY, "1");
  const at = ranked.findIndex(({ id }) => id === group.id) + 1;
  return (
    <section className="group-uses">
      <h3>{t("custom-groups:priority.title")}</h3>
      <p>
        {t(`custom-groups:priority.now.${priority.rule}`)}{" "}
        {priority.rule === "highest" &&
          t("custom-groups:priority.place", { at: formatNumber(at), all: formatNumber(ranked.length) })}{" "}
        <Link to={`?${query}`}>{t("custom-groups:priority.change")}</Link>
      </p>
    </section>
  );
});
