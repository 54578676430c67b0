// Instants and the clocks of a zone.

/** An instant as `YYYY-MM-DDTHH:mm` on the clocks of a zone, also where a year that is being typed is still 2. */
export function localTime(instant: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  const local = format.format(new Date(instant)).replace(" ", "T");
  return local.replace(/^\d+/, (year) => year.padStart(4, "0"));
}

/** The instant at which the clocks of a zone show this time. Twice, because the first guess may fall beyond a clock change. */
export function instantOf(local: string, timeZone: string): string {
  const [minute, seconds] = [local.slice(0, 16), local.slice(16) || ":00"];
  const wanted = Date.parse(`${minute}:00Z`);
  let guess = wanted;
  for (let round = 0; round < 2; round++) {
    guess += wanted - Date.parse(`${localTime(new Date(guess).toISOString(), timeZone)}:00Z`);
  }
  return new Date(guess + Date.parse(`${minute}${seconds}Z`) - wanted).toISOString();
}

/** Names of clocks in the languages of the product, and how far ahead of UTC these are. The others are called by their hours. */
const CLOCKS: Readonly<Record<string, string>> = {
  ...{ UTC: "+00:00", GMT: "+00:00", WET: "+00:00", WEZ: "+00:00", BST: "+01:00", WEST: "+01:00", WESZ: "+01:00" },
  ...{ CET: "+01:00", MEZ: "+01:00", CEST: "+02:00", MESZ: "+02:00", EET: "+02:00", OEZ: "+02:00" },
  ...{ EEST: "+03:00", OESZ: "+03:00", GST: "+04:00" },
};

/** How far ahead of UTC clocks of this name are, as `+02:00`; undefined where no clocks are called so. */
export function aheadOfClocks(name: string): string | undefined {
  const known = CLOCKS[name.toUpperCase()];
  if (known) return known;
  const [, sign, hours = "", minutes = "00"] =
    /^(?:GMT|UTC)([+\-\u2212])(\d{1,2})(?::(\d{2})(?::\d{2})?)?$/i.exec(name) ?? [];
  return sign && `${sign === "+" ? "+" : "-"}${hours.padStart(2, "0")}:${minutes}`;
}
