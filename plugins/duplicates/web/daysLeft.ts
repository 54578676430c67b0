// How many whole days are left until a time. Pure.
const DAY_MS = 86_400_000;

export function daysLeft(until: string, now: Date): number {
  return Math.floor((Date.parse(until) - now.getTime()) / DAY_MS);
}
