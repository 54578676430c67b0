// Moments with the short name of their zone. Some languages, German among them, have none for British and Irish clocks, which
// Intl then calls GMT+0 and GMT+1; they do have one for the same clocks of Western Europe (WEZ, WESZ).

const WESTERN = "Europe/Lisbon";
const ON_WESTERN_CLOCKS = /^Europe\/(London|Belfast|Dublin|Guernsey|Isle_of_Man|Jersey)$/;
const NUMBERED = /\d/;
const ZERO = /^(GMT|UTC)[+-]0$/;
const WINTER = Date.UTC(2026, 0, 15);

type Named = Pick<Intl.DateTimeFormat, "format" | "formatToParts" | "formatRange">;

/** Like `Intl.DateTimeFormat` with the zone's short name, or with the name of the same clocks where the language has one for those alone. */
export function momentFormat(tag: string, options: Intl.DateTimeFormatOptions): Named {
  const own = new Intl.DateTimeFormat(tag, { ...options, timeZoneName: "short" });
  const { timeZone } = own.resolvedOptions();
  const winter = zoneOf(own.formatToParts(WINTER));
  const mayBeWestern = ON_WESTERN_CLOCKS.test(timeZone) && NUMBERED.test(winter);
  return mayBeWestern || ZERO.test(winter) ? named(own, mayBeWestern ? westernName(tag) : plainZero) : own;
}

const zoneOf = (parts: readonly Intl.DateTimeFormatPart[]) =>
  parts.find(({ type }) => type === "timeZoneName")?.value ?? "";

type NameAt = (own: string, instant: number | Date) => string;

const plainZero: NameAt = (own) => own.replace(ZERO, "$1");

function westernName(tag: string): NameAt {
  const name = new Intl.DateTimeFormat(tag, { timeZone: WESTERN, timeZoneName: "short" });
  const ahead = new Intl.DateTimeFormat(tag, { timeZone: WESTERN, timeZoneName: "shortOffset" });
  return (own, instant) => {
    // These clocks have not always been the same.
    if (own !== zoneOf(ahead.formatToParts(instant))) return own;
    const western = zoneOf(name.formatToParts(instant));
    return NUMBERED.test(western) ? plainZero(own, instant) : western;
  };
}

function named(own: Intl.DateTimeFormat, nameAt: NameAt): Named {
  const formatToParts = (instant: number | Date = Date.now()) =>
    own
      .formatToParts(instant)
      .map((part) => (part.type === "timeZoneName" ? { ...part, value: nameAt(part.value, instant) } : part));
  return {
    formatToParts,
    format: (instant) => textOf(formatToParts(instant)),
    formatRange: (start, end) =>
      textOf(
        own.formatRangeToParts(start, end).map((part) => {
          const instant = new Date(Number(part.source === "endRange" ? end : start));
          return part.type === "timeZoneName" ? { ...part, value: nameAt(part.value, instant) } : part;
        }),
      ),
  };
}

const textOf = (parts: readonly { value: string }[]) => parts.map(({ value }) => value).join("");
