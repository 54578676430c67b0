// Words about letters that server and outbox share.

/** As lists sort by them: what wants somebody's attention stands first. */
export const LETTER_STATES = ["failed", "queued", "kept", "expired", "sent"] as const;

/** What letters are about. */
export const LETTER_KINDS = ["code", "login", "invite", "accepted", "meeting", "token", "other"] as const;
export type LetterKind = (typeof LETTER_KINDS)[number];
