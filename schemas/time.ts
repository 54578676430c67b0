// Instants and the clocks of a zone.

/** An instant as `YYYY-MM-DDTHH:mm` on the clocks of a zone. */
export function localTime(instant: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  return format.format(new Date(instant)).replace(" ", "T");
}

/** The instant at which the clocks of a zone show this time. Twice, because the first guess may fall beyond a clock change. */
export function instantOf(local: string, timeZone: string): string {
  const wanted = Date.parse(`${local}:00Z`);
  let guess = wanted;
  for (let round = 0; round < 2; round++) {
    guess += wanted - Date.parse(`${localTime(new Date(guess).toISOString(), timeZone)}:00Z`);
  }
  return new Date(guess).toISOString();
}
