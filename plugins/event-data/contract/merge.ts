// By what profiles are doubles beyond doubt, for acts on many.

/** One id of a registration, one mailbox, or one name at one company. */
export const MERGE_BY = ["registration", "mail", "name"] as const;
export type MergeBy = (typeof MERGE_BY)[number];
