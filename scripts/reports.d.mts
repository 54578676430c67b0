/** What a run's report tells: its tally, each failure in a few lines, and what passed at its second attempt only. */
export interface Told {
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
  notes: string[];
}

export const OUTSIDE: string;
export function readVitest(report: string, status: number, root: string, outside?: string): Told;
export function readPlaywright(report: string, status: number): Told;
