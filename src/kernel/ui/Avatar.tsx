// A face, a logo, or the first letters of a name where there is no picture or it does not load.
import { useState } from "react";

interface Props {
  name: string;
  /** Address of the picture. */
  src?: string | undefined;
  /** Faces are round and filled; logos and products stand whole in a square. */
  kind?: "face" | "thing";
  size?: "small" | "large";
}

/** The picture beside a name, which says the same: it has no text of its own. */
export function Avatar({ name, src, kind = "face", size = "small" }: Props) {
  const [failed, setFailed] = useState<string>();
  const shape = `avatar avatar-${kind} avatar-${size}`;
  if (src && failed !== src) {
    return <img className={shape} src={src} alt="" loading="lazy" decoding="async" onError={() => setFailed(src)} />;
  }
  return (
    <span className={`${shape} avatar-tone-${toneOf(name)}`} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

const TONES = 6;

/** The same name has the same colour everywhere. */
function toneOf(name: string): number {
  let sum = 0;
  for (let at = 0; at < name.length; at++) sum = (sum * 31 + name.charCodeAt(at)) % 9973;
  return (sum % TONES) + 1;
}

let signs: Intl.Segmenter | undefined;

/** The first sign as people see it, which may be several to a computer. */
function firstSign(word: string): string {
  if (/^[\x20-\x7e]+$/.test(word)) return word.charAt(0);
  signs ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return signs.segment(word)[Symbol.iterator]().next().value?.segment ?? "";
}

/** First letters of the first and the last word; what is neither letter nor figure counts only where nothing else is there. */
export function initialsOf(name: string): string {
  const words = name.slice(0, 200).split(/\s+/).filter(Boolean);
  const lettered = words.map((word) => word.replace(/^[^\p{L}\p{N}]+/u, "")).filter(Boolean);
  const [first = "", ...rest] = lettered.length > 0 ? lettered : words;
  const last = rest.at(-1) ?? "";
  return `${firstSign(first)}${firstSign(last)}`.toUpperCase();
}
