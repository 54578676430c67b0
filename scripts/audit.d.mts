export interface OwnFindings {
  packages: number;
  findings: string[];
  deprecated: string[];
}
export function checkLock(lock: object, project: object): OwnFindings;
export function readReport(text: string): { counts?: Record<string, number>; grave?: string[]; unknown?: string };
export function audit(folder?: string, print?: (line: string) => void): number;
