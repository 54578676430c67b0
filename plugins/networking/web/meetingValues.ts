// What the form of a meeting holds. Pure.
export interface MeetingValues {
  others: { id: number; label: string }[];
  start: string | undefined;
  minutes: number;
  location_id: number | undefined;
  message: string;
  isAccepted: boolean;
  /** Although somebody is not available then. */
  anyway: boolean;
}

/** When a meeting ends. */
export function endOf({ start, minutes }: Pick<MeetingValues, "start" | "minutes">): string {
  return new Date(Date.parse(start ?? "") + minutes * 60_000).toISOString();
}
