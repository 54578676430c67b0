// The way from a list of profiles to its suspected duplicates.
import { Link } from "react-router-dom";
import { t } from "#web";
import { duplicatesPath } from "./fromList.ts";

export function DuplicatesLink({ eventId, list }: { eventId: number; list: { category?: number; type?: number } }) {
  return (
    <Link className="button button-default" to={duplicatesPath(eventId, list)}>
      <span className="button-text">{t("duplicates:title")}</span>
    </Link>
  );
}
