/** Where the project is, and what builds its parts. */
export interface BuildOptions {
  at?: string;
  builders?: Partial<Record<"buildWeb" | "buildServer" | "buildCli", () => Promise<unknown>>>;
}

/** Builds the parts of a project's folder that are stale and answers their names. */
export function build(parts?: string[], options?: BuildOptions): Promise<string[]>;
