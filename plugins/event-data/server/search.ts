// How the search box finds profiles: what is written for it with each profile, and the condition that words are found.
import { type Dialect, type Found, sql, wordsOf } from "#server";

/** Shorter words would be found in the middle of nearly every text, so they are beginnings. */
const ANYWHERE = 3;

/** Two signs before each word make its beginning findable from the first letter on, as the index knows only runs of three signs. */
const BEFORE = "  ";

/** The words of a profile as they are searched, each once: of its name, e-mail and company, folded. */
export function searchText(folded: string): string {
  let text = "";
  for (const word of new Set(wordsOf(folded))) text += BEFORE + word;
  return text;
}

/** All of the words are found: one of three signs or more anywhere, a shorter one at a beginning. A single number is also an id. */
export function foundWords(dialect: Dialect, words: readonly string[]): Found {
  const [only] = words;
  const runs = words.map(asRun);
  const ofRow = dialect.kind === "sqlite" ? isInSqlite(runs) : isIn("search", runs);
  const ids = idsAmong(dialect, runs);
  const wider = dialect.kind === "sqlite" ? widerIds(runs) : {};
  const where = dialect.kind === "postgres" ? ofRow : sql<boolean>`event_data_thing.id in (${matchOf(runs)})`;
  const isId = words.length === 1 && only !== undefined && /^[0-9]{1,9}$/.test(only);
  const texts = words.map(asText);
  if (!isId)
    return { where, ids, ...wider, ofRow, texts, ...beginning(dialect, words), ...inOrderOfName(dialect, runs) };
  const id = sql<boolean>`event_data_thing.id = ${Number(only)}`;
  return {
    where: sql<boolean>`(${where} or ${id})`,
    ids: sql`select id from (${ids}) as worded union select ${sql.lit(Number(only))}`,
    ofRow: sql<boolean>`(${ofRow} or ${id})`,
    ...inOrderOfName(dialect, runs, id),
  };
}

/** Of the order by name the index holds what is searched; of the others each row is looked up. */
const SOON = { name: 0.2, first_name: 0.02, last_name: 0.02, email: 0.02, company_name: 0.02 };

/** PostgreSQL's order by name has what is searched in its index, and is told so. */
function beginning(dialect: Dialect, [word = ""]: readonly string[]): Pick<Found, "begins"> {
  const ids = idsAmong(dialect, [asRun(word)]);
  const { inOrder } = inOrderOfName(dialect, [asRun(word)]);
  const fields = Object.entries(SOON).filter(([field]) => dialect.kind === "sqlite" || field === inOrder?.by);
  const begins = fields.map(([field, soon]) => {
    const own = { soon, word, key: sql.ref(`${field}_key`), ids, texts: [asText(word)] };
    return [field, { ...own, ...(inOrder && { inOrder: inOrder.where }) }] as const;
  });
  return { begins: Object.fromEntries(begins) };
}

function isIn(column: string, runs: readonly string[]) {
  const conditions = runs.map((run) => sql<boolean>`${sql.ref(column)} like ${`%${run}%`}`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Looking for a text takes SQLite a sixth less than trying a pattern. */
function isInSqlite(runs: readonly string[]) {
  return sql<boolean>`(${sql.join(
    runs.map((run) => sql<boolean>`instr(search, ${run}) > 0`),
    sql` and `,
  )})`;
}

/** PostgreSQL's index of the order by name holds the texts that are short enough, which are nearly all. */
function inOrderOfName({ kind }: Dialect, runs: readonly string[], or?: Found["where"]): Pick<Found, "inOrder"> {
  if (kind === "sqlite") return {};
  const outside = sql`select outside.id from event_data_thing as outside
    where outside.found is null and ${isIn("outside.search", runs)}`;
  const ways = [isIn("found", runs), sql<boolean>`(found is null and id in (${outside}))`, ...(or ? [or] : [])];
  return { inOrder: { by: "name", where: sql<boolean>`(${sql.join(ways, sql` or `)})` } };
}

/** Ids among which everything is that contains a text somewhere in what is searched; undefined when the index cannot tell. */
export function narrowedTo(dialect: Dialect, text: string) {
  const words = wordsOf(text).filter((word) => [...word].length >= ANYWHERE);
  return words.length > 0 ? idsAmong(dialect, words) : undefined;
}

function asRun(word: string): string {
  return [...word].length >= ANYWHERE ? word : [...asText(word)].slice(-ANYWHERE).join("");
}

/** What a profile contains in which a word is found. */
function asText(word: string): string {
  return [...word].length >= ANYWHERE ? word : BEFORE + word;
}

/** Ids among which all are that have the runs. For SQLite to see that three signs and three more are there takes half as long as that they follow each other. */
function idsAmong({ kind }: Dialect, runs: readonly string[]) {
  if (kind === "sqlite") return matchOf(new Set(runs.flatMap(threes)));
  return sql`select id from event_data_thing where ${isIn("search", runs)}`;
}

/** What has three signs of each word: to read a list of the index for each word takes half as long as one for all that they consist of. */
function widerIds(runs: readonly string[]): Pick<Found, "widerIds"> {
  const rarest = new Set(
    runs.map((run) => threes(run).reduce((one, other) => (rarity(other) > rarity(one) ? other : one))),
  );
  return rarest.size < new Set(runs.flatMap(threes)).size ? { widerIds: matchOf(rarest) } : {};
}

/** The letters of names in Europe, those that come most often first. */
const BY_FREQUENCY = "aenirslotmdhukcgbvjfpzywxq";

/** A guess how few texts have these signs: signs of other scripts and numbers are taken for neither common nor rare. */
function rarity(signs: string): number {
  const of = (sign: string) => {
    const at = BY_FREQUENCY.indexOf(sign);
    return at < 0 ? BY_FREQUENCY.length / 2 : at;
  };
  return [...signs].reduce((sum, sign) => sum + of(sign), 0);
}

function matchOf(runs: Iterable<string>) {
  const wanted = Array.from(runs, (run) => `"${run}"`).join(" ");
  return sql`select rowid as id from event_data_search where event_data_search match ${wanted}`;
}

/** The signs of a run, three by three; the last three may have some of those before. */
function threes(run: string): string[] {
  const signs = [...run];
  const last = signs.length - ANYWHERE;
  const starts = signs.flatMap((_, at) => (at % ANYWHERE === 0 && at < last ? [at] : []));
  return [...starts, last].map((at) => signs.slice(at, at + ANYWHERE).join(""));
}
