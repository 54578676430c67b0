// What a column is by what stands in it, where its heading does not say. Only what the cells show beyond doubt is taken, and
// of fields that an event has several of a kind of, none: a wrong guess would put values where nobody looks for them.
import type { Field } from "#schemas/fields.ts";
import { fold } from "#server";

export type Example = Pick<Field, "key" | "labels"> & Partial<Pick<Field, "kind" | "options" | "archived_at">>;

/** Cells that may be otherwise, as where somebody has typed something else. */
const MOST = 0.9;
const LOOKS_LIKE = 0.7;
const FEW = 3;
const CODES = 5;
/** Signs of a cell by which its kind is judged: patterns would take long over longer ones. */
const JUDGED = 300;

interface Seen {
  title: string;
  cells: readonly string[];
  /** The address that stands in the same row as each of the cells; empty where there is none. */
  mails: readonly string[];
}

/** The fields that a column may be, the likeliest first. */
export function fieldsByExample({ title, cells, mails }: Seen, fields: readonly Example[]): string[] {
  const there = cells.filter(Boolean).map((cell) => cell.slice(0, JUDGED));
  if (there.length === 0) return [];
  if (looksLikeMail(there)) return ["email"];
  const found: string[] = [];
  const heading = fold(title);
  const only = (kind: Field["kind"], hints: RegExp) => {
    const of = fields.filter((field) => field.kind === kind && !field.archived_at);
    // A heading that says something else is believed.
    if (of.length === 1 && (SAYS_NOTHING.test(heading) || hints.test(heading))) found.push(`fields.${of[0]?.key}`);
  };
  if (share(there, isAddress) >= MOST) only("url", /web|site|url|link|page|seite|adress|address|http/);
  else if (share(there, isDate) >= MOST) only("date", /dat(e|um)|tag\b|\bday|wann|when/);
  else if (share(there, isPhone) >= MOST) only("phone", /tel|fon|phone|mobil|handy|cell|nummer|number/);
  else if (there.length >= FEW && share(there, isCountry) >= MOST) {
    // Codes of languages look like codes of countries.
    const isInWords = there.some((cell) => cell.length > 3);
    if (isInWords || SAYS_NOTHING.test(heading) || /land|countr|nation|staat|herkunft|origin/.test(heading))
      found.push("country");
  }
  found.push(...byOptions(cells.filter(Boolean), fields));
  found.push(...byMail(cells, mails));
  if (SAYS_NOTHING.test(heading) && areCodes(there)) found.push("fields.registration_id");
  return found;
}

/** Whether most cells are addresses of people. */
export function looksLikeMail(cells: readonly string[]): boolean {
  const there = cells.filter(Boolean);
  return there.length > 0 && share(there, isMail) >= LOOKS_LIKE;
}

/** Headings that say nothing of what stands below them. */
const SAYS_NOTHING =
  /^\s*(?:(?:column|col|spalte|field|feld|unnamed|unbenannt|f|x|var)?[\s:_.-]*(?:\d+|[a-z]{1,2})?|nr\.?|no\.?|number|nummer|code|key|ref\.?|barcode|badge|value|wert|contact|kontakt)\s*$/;

function share(cells: readonly string[], test: (cell: string) => boolean): number {
  return cells.filter(test).length / cells.length;
}

const isMail = (cell: string) => /^(?:.*<)?[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+>?$/.test(cell.slice(0, JUDGED));
const isAddress = (cell: string) => /^(?:https?:\/\/|www\.)[^\s]+\.[^\s]+$/i.test(cell);
const isDate = (cell: string) =>
  /^(?:\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d)(?:[ T]\d{1,2}:\d\d.*)?$/.test(cell);
/** With a sign that figures alone do not have: they could be anything. */
const isPhone = (cell: string) =>
  /^(?:\+|00|\(?0)[\d\s()/.-]{6,22}$/.test(cell) && /^(?:\+|00)|[\s()/-]/.test(cell) && !isDate(cell);

let countries: ReadonlySet<string> | undefined;

function isCountry(cell: string): boolean {
  countries ??= namesOfCountries();
  return countries.has(fold(cell));
}

function namesOfCountries(): ReadonlySet<string> {
  const names = new Set<string>();
  const inWords = ["en", "de"].map((locale) => new Intl.DisplayNames(locale, { type: "region", fallback: "none" }));
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
  for (const first of letters)
    for (const second of letters) {
      const code = first + second;
      for (const one of inWords) {
        const name = one.of(code);
        if (!name) continue;
        names.add(fold(name));
        names.add(fold(code));
      }
    }
  return names;
}

/** The one choice whose options the cells are. */
function byOptions(cells: readonly string[], fields: readonly Example[]): string[] {
  const given = [...new Set(cells.map(fold))];
  if (given.length < 2) return [];
  const fits = fields.filter(({ kind, options = [], archived_at }) => {
    if ((kind !== "choice" && kind !== "choices") || archived_at) return false;
    const known = new Set(options.flatMap(({ key, labels }) => [key, ...Object.values(labels)].map(fold)));
    return share(given, (one) => one.split(/[,;|]/).every((part) => known.has(part.trim()))) >= MOST;
  });
  return fits.length === 1 ? [`fields.${fits[0]?.key}`] : [];
}

/** The parts of a name that stand in the address of the same row, in their order. */
function byMail(cells: readonly string[], mails: readonly string[]): string[] {
  const counts = { first_name: 0, last_name: 0, name: 0 };
  let pairs = 0;
  for (const [at, cell] of cells.entries()) {
    const local = fold((mails[at] ?? "").replace(/^.*</, "")).split("@")[0] ?? "";
    const parts = local.split(/[._-]/).filter((part) => /^\p{L}{2,}$/u.test(part));
    if (!cell || parts.length < 2) continue;
    pairs += 1;
    const words = fold(cell)
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length > 1);
    const first = parts[0] as string;
    const last = parts.at(-1) as string;
    if (words.length > 1 && words.includes(first) && words.includes(last)) counts.name += 1;
    else if (words.includes(first) && !words.includes(last)) counts.first_name += 1;
    else if (words.includes(last)) counts.last_name += 1;
  }
  if (pairs < FEW) return [];
  return (["name", "first_name", "last_name"] as const).filter((field) => counts[field] >= pairs * LOOKS_LIKE);
}

/** Codes of one shape, of letters and figures, of which no two are the same. */
function areCodes(cells: readonly string[]): boolean {
  if (cells.length < CODES || new Set(cells).size < cells.length) return false;
  const shapes = new Set(cells.map((cell) => cell.replace(/\p{L}/gu, "a").replace(/\d/g, "1")));
  const [shape = ""] = shapes;
  return shapes.size === 1 && /^[a1_-]{5,40}$/.test(shape) && /a/.test(shape) && (shape.match(/1/g) ?? []).length >= 3;
}
