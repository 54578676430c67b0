/** What is asked of a process. */
export interface Running {
  readonly exitCode: number | null;
  readonly signalCode: string | null;
  once(event: "exit", then: () => void): unknown;
  kill(signal: "SIGTERM"): unknown;
}

/** Keeps one process of those that `begin` starts. `restart` puts another in its place; `end` ends it for good and then calls back. */
export function restarts(begin: () => Running): { restart(): void; end(then: () => void): void };
