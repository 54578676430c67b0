// What changed last; each line leads to the change in the history.
import { observer } from "mobx-react-lite";
import { Link } from "react-router-dom";
import type { Change } from "#schemas/overview.ts";
import { formatDateTime, Panel, say, t, useSession } from "#web";

export const Changes = observer(function Changes({ changes }: { changes: readonly Change[] }) {
  const zone = useSession().event?.timezone;
  return (
    <Panel title={t("overview:changes")}>
      <ul className="overview-changes">
        {changes.map(({ id, at, actor, action, object, path }) => (
          <li key={id}>
            <Link to={path}>{say(object)}</Link>
            <span className="muted">
              {say(action)} · {actor} · <time dateTime={at}>{formatDateTime(at, zone)}</time>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
});
