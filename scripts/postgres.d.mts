export interface StartedPostgres {
  url: string | undefined;
  which: string;
  stop: () => Promise<void> | void;
}
export function startPostgres(root: string): Promise<StartedPostgres>;
export function freePort(): Promise<number>;
