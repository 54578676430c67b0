// How texts are folded: what names of Europe are folded to letter by letter is what taking the whole text apart gives.
import fc from "fast-check";
import { expect, test } from "vitest";
import { fold } from "#schemas/fold.ts";

const OWN: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", ł: "l", þ: "th", ı: "i" };

function whole(text: string): string {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  return [...plain]
    .map((letter) => OWN[letter] ?? letter)
    .join("")
    .trim();
}

const code = (from: number, to: number) => fc.integer({ min: from, max: to }).map((one) => String.fromCodePoint(one));

test("names are folded as we expect them", () => {
  expect(["Łódź", "Jürgen Groß", "ÞÓRÐUR", "Søren Æbeltoft", "İstanbul", " Çağlar\u00a0"].map(fold)).toEqual([
    "lodz",
    "jurgen gross",
    "thordur",
    "soren aebeltoft",
    "istanbul",
    "caglar",
  ]);
});

test("letter by letter is as all at once", () => {
  for (let at = 0; at < 0x300; at++) {
    const letter = String.fromCharCode(at);
    expect(fold(letter), at.toString(16)).toBe(whole(letter));
    expect(fold(`a${letter}B`), at.toString(16)).toBe(whole(`a${letter}B`));
  }
});

test("whatever stands beside a letter", () => {
  const letters = fc.array(fc.oneof(code(0x20, 0x7e), code(0xa0, 0x24f), code(0x300, 0x36f), code(0x390, 0x3ff)));
  fc.assert(
    fc.property(letters, (all) => {
      const text = all.join("");
      expect(fold(text)).toBe(whole(text));
    }),
    { numRuns: 500 },
  );
});
