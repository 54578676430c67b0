export function runBehindLoop(): void;
