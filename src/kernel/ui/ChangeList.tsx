// What was changed last; each line leads to the change in the history.
import { Link } from "react-router-dom";
import type { Change } from "#schemas/overview.ts";
import { formatDateTime } from "../i18n/formats.ts";
import { say } from "../i18n/words.ts";

interface Props {
  changes: readonly Change[];
  /** On whose clocks the times stand. */
  zone: string | undefined;
  /** How the event of a change is called, where they are of several. */
  eventName?: (event: number) => string | undefined;
}

export function ChangeList({ changes, zone, eventName }: Props) {
  return (
    <ul className="change-list">
      {changes.map(({ id, at, actor, action, object, event, path }) => (
        <li key={id}>
          <Link to={path}>{say(object)}</Link>
          <span className="muted">
            {[say(action), actor, event && eventName?.(event)].filter(Boolean).join(" · ")} ·{" "}
            <time dateTime={at}>{formatDateTime(at, zone)}</time>
          </span>
        </li>
      ))}
    </ul>
  );
}
