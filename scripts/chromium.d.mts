export function findChromium(): Promise<string | undefined>;
export function ensureChromium(say?: (line: string) => void): Promise<string>;
