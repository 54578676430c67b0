// A text without spaces that takes more than one line: it breaks at its joints, not inside of words.
import { Fragment } from "react";

/** Before what joins the parts of addresses and keys; after a slash, with which a part of a path ends. */
const JOINTS = /(?<=[\p{L}\p{N}}])(?=[@._?&=#])|(?<=\/)(?=[^/])/u;
const ADDRESS = /[@/]/;

/**
 * An e-mail, an address or a path, to be broken at its joints where it is too long for its line.
 * @example
 * <Breakable text={profile.email} />
 */
export function Breakable({ text }: { text: string }) {
  // A figure or a name that merely holds a full stop stays whole.
  if (!ADDRESS.test(text)) return text;
  const parts = text.split(JOINTS);
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
