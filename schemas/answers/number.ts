// A number as people write it, in whichever language: with separators of thousands, and a point or a comma before decimals. Pure.

/** Unsure: it may be either, so that a sign before three figures tells nothing. */
export type Decimal = "." | "," | "unsure";

const GROUPED = [
  { form: /^[+-]?\d{1,3}(?:,\d{3})+\.\d+$/, thousands: "," },
  { form: /^[+-]?\d{1,3}(?:,\d{3}){2,}$/, thousands: "," },
  { form: /^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/, thousands: "." },
  { form: /^[+-]?\d{1,3}(?:\.\d{3}){2,}$/, thousands: "." },
];

/** Nothing where no number stands there. `decimal` tells which of two a sign before three figures means, if that is known. */
export function numberIn(written: string, decimal?: Decimal): number | "ambiguous" | undefined {
  const text = written
    .trim()
    .replace("\u2212", "-")
    .replace(/(?<=\d)[\s'’](?=\d{3})/g, "");
  const [, sign] = /^[+-]?[1-9]\d{0,2}([.,])\d{3}$/.exec(text) ?? [];
  if (sign && (decimal === "unsure" || (!decimal && sign === ","))) return "ambiguous";
  if (sign && decimal && sign !== decimal) return Number(text.replace(sign, ""));
  const group = GROUPED.find(({ form }) => form.test(text));
  const plain = (group ? text.replaceAll(group.thousands, "") : text).replace(",", ".");
  const read = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
  if (!Number.isFinite(read)) return undefined;
  return read === 0 ? 0 : read;
}
