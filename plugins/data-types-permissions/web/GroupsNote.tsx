// What the matrix does not know of: groups decide for their members before it. With the way to them.
import { observer } from "mobx-react-lite";
import { Link } from "react-router-dom";
import { formatNumber, t, useSession, useStore } from "#web";
import type { Verb } from "../../data-types/contract.ts";
import { UNSEEN } from "../../data-types/contract.ts";
import { TypeRulesStore } from "./store.ts";

/** Names that are spelt out. */
const NAMED = 3;

/** Of one verb, or of all. */
export const GroupsNote = observer(function GroupsNote({ verb }: { verb?: Verb }) {
  const { eventId, groups } = useStore(TypeRulesStore);
  const mayLook = useSession().isAllowed({ permission: ["things"] }) === true;
  const needsSight = verb === undefined || verb === "see" || !UNSEEN.includes(verb);
  const said = groups.filter((one) => one.verb === (verb ?? one.verb) || (one.verb === "see" && needsSight));
  if (said.length === 0) return null;
  return (
    <div className="note-warn" role="note">
      {said.map(({ verb: of, count, names }) => {
        const some = names.slice(0, NAMED);
        const more = count - some.length;
        const rest =
          more > 0 ? ` ${t("data-types-permissions:groups.more", { count: more, number: formatNumber(more) })}` : "";
        return (
          <p key={of}>
            {t(`data-types-permissions:groups.${of}`, { count, number: formatNumber(count) })}
            {some.length > 0 ? `: ${some.join(", ")}${rest}.` : "."}
          </p>
        );
      })}
      {mayLook && (
        <p>
          <Link to={`/event-details/${eventId}/custom-groups`}>{t("data-types-permissions:groups.open")}</Link>
        </p>
      )}
    </div>
  );
});
