// E-mail addresses as people write and paste them. No pattern is asked about a text that is longer than one can be.

/** Signs of an address, with the signs around it. */
const LONGEST = 600;
const NAME = String.raw`[^\s\p{C}@<>()[\]",;:\\]+`;
const LABEL = String.raw`(?:[-_]|[^\s\p{C}\p{P}<>=+|~^$\x60])`;
const ADDRESS = new RegExp(`^${NAME}@(?:${LABEL}+\\.)+${LABEL}{2,}$`, "u");
const UNSEEN = /[\p{Cf}\p{Cs}]+/gu;
const PAIRS = [
  "<>",
  "()",
  "[]",
  "''",
  "\u201e\u201c",
  "\u201c\u201d",
  "\u201a\u2018",
  "\u2018\u2019",
  "\u00ab\u00bb",
  "\u00bb\u00ab",
];

/** The address in small letters, without signs that enclose it, end it or cannot be seen; undefined where it is none. */
export function readAddress(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  const plain = bare(text.normalize("NFC").replace(UNSEEN, ""))
    .replace(/^mailto:\s*/i, "")
    .replace(/(@[^?]+)\?[\w-]+=.*$/s, "$1")
    .toLowerCase();
  return ADDRESS.test(plain) ? plain : undefined;
}

/** An address alone, or as mail programs write it: `Ann Smith <ann@example.org>`. */
export function readMailbox(text: string): { address: string; name: string } | undefined {
  if (text.length > LONGEST) return undefined;
  const plain = unended(text);
  const at = plain.endsWith(">") ? plain.lastIndexOf("<") : 0;
  const address = readAddress(at > 0 ? plain.slice(at) : plain);
  const name = at > 0 ? bare(plain.slice(0, at)) : "";
  // Somebody else stands before this one.
  if (address === undefined || /["<>]/.test(name)) return undefined;
  return { address, name: name.includes("@") ? "" : name };
}

function bare(text: string): string {
  const plain = unended(text);
  const isPaired = plain.length > 2 && PAIRS.includes(`${plain[0]}${plain.at(-1)}`);
  return isPaired ? bare(plain.slice(1, -1)) : plain;
}

function unended(text: string): string {
  return text.replace(/^[\s"]+|[\s;,."]+$/g, "");
}
