/** Packages of the lock file that are missing or have another version; those of development alone only `withDev`, which is the default. */
export function missingPackages(root: string, wanted?: { withDev?: boolean }): string[];

/** Whether the lock file has changed since the last installation, so that something may be missing. */
export function mayLackPackages(root: string): boolean;
