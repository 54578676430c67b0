/** Builds the parts that are stale and answers their names. */
export function build(parts?: string[]): Promise<string[]>;
