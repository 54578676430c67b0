import type { ChildProcess } from "node:child_process";

/** What is asked of a process. */
export type Running = Pick<ChildProcess, "exitCode" | "signalCode" | "once" | "kill">;

/** Keeps one process of those that `begin` starts. `restart` puts another in its place; `end` ends it for good and then calls back. */
export function restarts(begin: () => Running): { restart(): void; end(then: () => void): void };
