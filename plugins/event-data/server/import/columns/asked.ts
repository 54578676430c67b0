// Headings of forms, which ask: “What is your full name?” is a name. What is left of the question must be a heading that is
// known, so that “What is the name of your dog?” stays a field of its own. Pure.
import { fold } from "#server";
import { wordOf } from "./recall.ts";
import { secondOf } from "./second.ts";
import { TITLES, WORDS } from "./words.ts";

/** What people are asked about themselves; the others are ours to set. */
const ASKED = new Set(["name", "first_name", "last_name", "email", "company_name", "job_title", "country"]);

const BEGINNINGS = [
  /^(?:please )?(?:enter|state|provide|give us|tell us) (?:your )/,
  /^(?:what is|what s|whats|what are) (?:your )/,
  /^(?:your|my) /,
  /^(?:which|what) (?=.* (?:do you|are you|you) )/,
  /^(?:wie lautet|wie ist|was ist|bitte nennen sie|nennen sie) (?:ihre?n?|deine?n?) /,
  /^(?:ihre?n?|deine?n?) /,
  /^(?:fur|bei) welche[rsmn]? (?=.* (?:arbeiten sie|arbeitest du)$)/,
];
const ENDS =
  / (?:do you work (?:for|at|with)|do you represent|you work (?:for|at)|are you (?:with|from)|do you (?:live|come) (?:in|from)|arbeiten sie|arbeitest du)$/;
const WHOLE: ReadonlySet<string> = new Set(["wie heissen sie", "wie heisst du"]);

/** The field for which a question asks, if it is a plain one. */
export function fieldAsked(title: string): string | undefined {
  const words = fold(title.replace(/ß/g, "ss"))
    .replace(/\((?:optional|required|freiwillig|pflichtfeld)\)/g, " ")
    // Of two words for the same the first one.
    .replace(/\s(?:\/|or|oder)\s.*$/, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  if (WHOLE.has(words)) return "name";
  const begins = BEGINNINGS.find((one) => one.test(words));
  if (!begins) return undefined;
  const word = wordOf(words.replace(begins, "").replace(ENDS, ""));
  const field = TITLES.has(word) ? undefined : (WORDS.get(word) ?? secondOf(word));
  return field && ASKED.has(field) ? field : undefined;
}
