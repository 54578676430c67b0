// Who asks what names a field: the asking of one overtakes none of the other.

export type MentionsAsker = "panel" | "option";

/** The tracking of such an asking. */
export function askedBy(fieldId: number, asker: MentionsAsker): string {
  return `${asker} ${fieldId}`;
}
