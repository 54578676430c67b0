// What a text of the agenda may consist of besides links; whatever else arrives is kept as its words.

export const TEXT_ELEMENTS: readonly string[] = [
  "p",
  "br",
  "b",
  "strong",
  "i",
  "em",
  "u",
  "s",
  "code",
  "pre",
  "blockquote",
  "ul",
  "ol",
  "li",
  "h3",
  "h4",
];
