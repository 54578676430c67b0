// The way from a list of profiles to its suspected duplicates.
import { Link } from "react-router-dom";
import { t } from "#web";

export function DuplicatesLink({ eventId }: { eventId: number }) {
  return (
    <Link className="button button-default" to={`/event-data/${eventId}/duplicates`}>
      <span className="button-text">{t("duplicates:title")}</span>
    </Link>
  );
}
