// Values as the history tells them: words of the screen for what has some, in the reader's language.
import type { Field } from "#schemas/fields.ts";
import {
  answerText,
  countryName,
  currentLocale,
  formatDateTime,
  formatNumber,
  languageName,
  languageTag,
  t,
} from "#web";
import { asInEvent, Words } from "../contract/words.ts";
import type { HistoryLine } from "../contract.ts";

/** On whose clocks times are told, and what the event's own fields are called. */
export interface Known {
  zone: string;
  /** The event's own fields; none of another event. */
  fields: readonly Field[];
  eventId: number;
  /** The event's data types, as it calls them. */
  types: readonly { id: number; name: string }[];
}

/** The words for what one line tells. */
export function wordsOf(
  { names, event_id, object_type: type }: Pick<HistoryLine, "names" | "event_id" | "object_type">,
  known: Known,
): Words {
  const { zone, fields, eventId, types } = known;
  const lists = new Intl.ListFormat(languageTag(currentLocale()), { type: "unit" });
  return new Words(
    {
      ...{ locale: currentLocale(), fields, type, say: t, number: formatNumber },
      ...{ country: countryName, language: languageName, list: (texts) => lists.format(texts) },
      moment: (instant) => formatDateTime(instant, zone),
      answer: (field, value) => answerText(field, value, zone),
    },
    event_id === eventId ? asInEvent(names, types) : names,
  );
}
