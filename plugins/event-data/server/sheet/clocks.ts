// Days and moments as a reader's language writes them, on the clocks of a zone.
import { momentFormat } from "#schemas/moments.ts";
import type { Clock } from "./cell.ts";

const DAY_MS = 86_400_000;
/** Days whose clocks are remembered: a list that was made over ten years has no more. */
const DAYS = 4000;
/** Codes by which spreadsheet programs know the languages that name months. */
const LANGUAGES: Readonly<Record<string, string>> = { "en-GB": "809", de: "407" };

const DATE = { dateStyle: "medium" } as const;
const MOMENT = { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" } as const;

interface Ahead {
  minutes: number;
  text: string;
  format: number;
}

export class Clocks {
  /** How each kind of day and moment is written: the first is that of days. */
  readonly formats: string[];
  private readonly byName = new Map<string, number>();
  private readonly days = new Map<number, Ahead | "both">();
  private readonly offset: Intl.DateTimeFormat;
  private readonly named: ReturnType<typeof momentFormat>;

  constructor(
    private readonly tag: string,
    timeZone: string,
  ) {
    this.formats = [codeOf(new Intl.DateTimeFormat(tag, { ...DATE, timeZone: "UTC" }), tag)];
    this.offset = new Intl.DateTimeFormat("en-GB", { timeZone, timeZoneName: "longOffset" });
    this.named = momentFormat(tag, { ...MOMENT, timeZone });
  }

  /** A calendar day, which has no zone; undefined where it is none. */
  day(text: string): Clock | undefined {
    const shown = Date.parse(`${text}T00:00:00Z`);
    return Number.isNaN(shown) ? undefined : { shown, format: 0 };
  }

  /** An instant; undefined where it is none. */
  moment(text: string): Clock | undefined {
    const instant = Date.parse(text);
    if (Number.isNaN(instant)) return undefined;
    const { minutes, text: ahead, format } = this.aheadAt(instant);
    // Spreadsheet programs round what is less than a second, and so might show the next minute.
    return { shown: Math.floor(instant / 1000) * 1000 + minutes * 60_000, format, ahead };
  }

  /** To ask for the offset of each instant takes longer than all else in its row; on most days it is one. */
  private aheadAt(instant: number): Ahead {
    const day = Math.floor(instant / DAY_MS);
    let known = this.days.get(day);
    if (!known) {
      const first = this.ask(day * DAY_MS);
      known = first.minutes === this.ask((day + 1) * DAY_MS - 1).minutes ? first : "both";
      if (this.days.size >= DAYS) this.days.clear();
      this.days.set(day, known);
    }
    return known === "both" ? this.ask(instant) : known;
  }

  private ask(instant: number): Ahead {
    const told = partOf(this.offset, instant, "timeZoneName").replace(/^GMT/, "");
    const [, sign = "+", hours = "00", minutes = "00"] =
      /^([+-])(\d{2}):(\d{2})/.exec(told.replace("\u2212", "-")) ?? [];
    const size = Number(hours) * 60 + Number(minutes);
    return {
      minutes: sign === "-" ? -size : size,
      text: `${sign}${hours}:${minutes}`,
      format: this.formatFor(partOf(this.named, instant, "timeZoneName")),
    };
  }

  private formatFor(zone: string): number {
    const known = this.byName.get(zone);
    if (known !== undefined) return known;
    this.formats.push(codeOf(this.named, this.tag, zone));
    this.byName.set(zone, this.formats.length - 1);
    return this.formats.length - 1;
  }
}

type Parts = Pick<Intl.DateTimeFormat, "formatToParts">;

function partOf(format: Parts, instant: number, type: Intl.DateTimeFormatPartTypes): string {
  return format.formatToParts(instant).find((part) => part.type === type)?.value ?? "";
}

/** The number format of spreadsheets that writes what a format of the language writes. */
function codeOf(format: Parts, tag: string, zone = ""): string {
  const parts = format.formatToParts(Date.UTC(2005, 1, 3, 12, 5));
  const code = parts.map(({ type, value }) => {
    if (type === "day") return value.length > 1 ? "dd" : "d";
    if (type === "month") return /^\d/.test(value) ? "m".repeat(value.length) : value.endsWith(".") ? "mmm\\." : "mmm";
    if (type === "year") return "yyyy";
    if (type === "hour") return "hh";
    if (type === "minute") return "mm";
    return escaped(type === "timeZoneName" ? zone : value);
  });
  const language = LANGUAGES[tag];
  return `${language ? `[$-${language}]` : ""}${code.join("")}`;
}

/** Sign by sign, so that none is taken for part of a date. */
function escaped(text: string): string {
  return text.replace(/./gu, "\\$&");
}
