// Whether somebody has typed a name that they see: what of it cannot be seen does not count.

// Marks that keep a name from right to left apart; they come along when it is copied out of a sentence.
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const asSeen = (text: string) => text.normalize("NFC").replace(DIRECTIONS, "").replace(/\s+/g, " ").trim();

/** Letters and accents must agree, in the same case; of several spaces one is seen. */
export function isSameName(typed: string, name: string): boolean {
  return asSeen(typed) === asSeen(name);
}
