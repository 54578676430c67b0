// How many days are left until a time, rounded. Pure.
const DAY_MS = 86_400_000;

export function daysLeft(until: string, now: Date): number {
  return Math.round((Date.parse(until) - now.getTime()) / DAY_MS);
}
