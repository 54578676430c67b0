// The pseudo-locale: every text longer by a third, with accents and brackets, so that what is clipped or not translated is seen.

const plain = "AEIOUYaeiouyCcNnSsZz";
const accented = "ÅÉÎÕÜÝåéîõüýÇçÑñŠšŽž";

/** The text as the pseudo-locale writes it; placeholders and nested keys stay as they are. */
export function pseudo(text: string): string {
  const parts = text.split(/(\{\{[^}]*\}\}|\$t\([^)]*\)|<[^>]+>)/);
  const marked = parts.map((part, at) =>
    at % 2 === 1 ? part : [...part].map((sign) => accented[plain.indexOf(sign)] ?? sign).join(""),
  );
  const letters = text.replace(/\{\{[^}]*\}\}/g, "").length;
  return `[${marked.join("")}${" ~".repeat(Math.ceil(letters / 6))}]`;
}
