// Whether the reader's clocks show another time than those of a zone, and by how much.
import { formatNumber } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";

const MINUTE_MS = 60_000;
const HALF_A_YEAR_MS = 182 * 24 * 60 * MINUTE_MS;

/** Minutes by which the reader's clocks are ahead of those of a zone at an instant. */
export function minutesApart(zone: string, instant: Date): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  }).format(instant);
  const [month = 1, day = 1, year = 1970, hour = 0, minute = 0] = (parts.match(/\d+/g) ?? []).map(Number);
  const own = Date.UTC(
    instant.getFullYear(),
    instant.getMonth(),
    instant.getDate(),
    instant.getHours(),
    instant.getMinutes(),
  );
  return Math.round((own - Date.UTC(year, month - 1, day, hour, minute)) / MINUTE_MS);
}

/** What is said where times stand on the clocks of a zone; nothing where the reader's show the same, in summer and in winter. */
export function clocksText(zone: string, now: Date): string | undefined {
  const [apart, later] = [now, new Date(now.getTime() + HALF_A_YEAR_MS)].map((one) => minutesApart(zone, one)) as [
    number,
    number,
  ];
  if (apart === 0 && later === 0) return undefined;
  const name = zone.replaceAll("_", " ");
  // Where one of both changes its clocks and the other does not, no number holds for all times of the list.
  if (apart !== later) return t("grid:clocks.differ", { zone: name });
  const hours = formatNumber(Math.abs(apart) / 60, { style: "unit", unit: "hour", maximumFractionDigits: 2 });
  return t(apart > 0 ? "grid:clocks.ahead" : "grid:clocks.behind", { zone: name, hours });
}
