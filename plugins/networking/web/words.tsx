// Meetings in words: states, times on the clocks of the event, and who is met.
import { formatDate, formatNumber, formatTime, languageTag, t } from "#web";
import type { Clashes, Meeting, State } from "../contract.ts";

const TONES: Record<State, string> = {
  requested: "chip-warn",
  accepted: "chip-good",
  declined: "chip-bad",
  cancelled: "",
};

export function StateChip({ state }: { state: State }) {
  return <span className={`chip ${TONES[state]}`}>{t(`networking:state.${state}`)}</span>;
}

export function timesText({ start, end }: Pick<Meeting, "start" | "end">, zone: string): string {
  return `${formatTime(start, zone)}–${formatTime(end, zone)}`;
}

/** That somebody is not available, and when they are on that day. */
export function awayText(name: string, times: Clashes["away"][number]["times"], zone: string): string {
  const listed = new Intl.ListFormat(languageTag()).format(times.map((time) => timesText(time, zone)));
  return t(times.length > 0 ? "networking:away.then" : "networking:away.day", { name, times: listed });
}

export function dayText(instant: string, zone: string): string {
  return formatDate(instant, zone);
}

/** The others of a meeting, as one reads them. */
export function othersText({ participants, gone }: Meeting, thingId?: number): string {
  const names = participants.filter(({ id }) => id !== thingId).map(({ name }) => name);
  if (gone > 0) names.push(t("networking:gone", { count: gone, number: formatNumber(gone) }));
  return names.join(", ");
}
