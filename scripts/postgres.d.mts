export interface StartedPostgres {
  url: string | undefined;
  which: string;
  stop: () => Promise<void> | void;
  restart?: () => Promise<void>;
}
export function startPostgres(root: string, options?: { durable?: boolean; own?: boolean }): Promise<StartedPostgres>;
export function freePort(): Promise<number>;
