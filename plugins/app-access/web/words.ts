// How somebody stands with the event app, in words.
import { formatDate, formatDateTime, t } from "#web";
import type { AppAccess } from "../contract.ts";

/** Parts of one line, the one that says most first. */
export function standing({ mailed_at, opened_at, entered_at, seen_at, link }: AppAccess, zone: string): string[] {
  const said = (key: string, at: string) => t(`app-access:state.${key}`, { date: formatDate(at, zone) });
  const seen = seen_at && t("app-access:state.seen", { date: formatDateTime(seen_at, zone) });
  if (entered_at) return [said("entered", entered_at), ...(seen ? [seen] : [])];
  const first = opened_at ? said("opened", opened_at) : t("app-access:state.never");
  const ofLink = link && t(`app-access:link.${link.state}`, { date: formatDate(link.expires_at, zone) });
  return [first, ...(mailed_at ? [said("mailed", mailed_at)] : []), ...(ofLink ? [ofLink] : [])];
}
