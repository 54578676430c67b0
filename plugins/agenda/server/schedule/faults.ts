// Everything that can be wrong with a schedule file, in words. The screen translates by code (`fault.<code>`).

/** The sentences, with {{values}} to fill in. The locales hold the same sentences; a test compares them. */
export const faultMessages = {
  "not-utf8": "The file is not UTF-8 text; save it as UTF-8 and try again",
  "other-encoding": "The file says that it is {{encoding}}; only UTF-8 is read",
  empty: "The file is empty",
  "broken-xml": "The XML is broken: {{reason}}",
  "broken-json": "The JSON is broken: {{reason}}",
  "broken-ical": "The event cannot be read: {{reason}}",
  "other-rule": "It repeats by the rule {{value}}; only daily and weekly rules are read",
  truncated: "The file ends too early",
  doctype: "The file declares a document type or entities of its own, which are never read",
  "too-deep": "The file is nested more than {{limit}} levels deep",
  "wrong-root": "This is not a schedule: {{expected}} was expected, {{found}} was found",
  "no-sessions": "There is no session in the file",
  "too-many": "There are more than {{limit}} sessions in the file",
  "no-zone": "There is no zone: the date has no offset and the conference names no time zone",
  "unknown-zone": "The time zone {{zone}} is not known",
  required: "It is missing",
  "too-long": "It is longer than {{limit}} characters",
  "not-a-time": "“{{value}}” is not a date and time",
  "not-a-duration": "“{{value}}” is not a duration in hours and minutes",
  "bad-length": "A session lasts at least one minute and at most seven days",
  "used-twice": "“{{value}}” stands in the file twice; the first one counts",
} as const;
export type FaultCode = keyof typeof faultMessages;

/** One fault: where it is, what it is, and the sentence for people who read no code. */
export interface Fault {
  line: number;
  field: string;
  code: FaultCode;
  values: Record<string, string>;
  message: string;
}

export function fault(line: number, field: string, code: FaultCode, values: Record<string, string> = {}): Fault {
  const message = faultMessages[code].replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? "");
  return { line, field, code, values, message };
}

/** Thrown when a file as a whole cannot be taken. */
export class ScheduleRefused extends Error {
  constructor(readonly fault: Fault) {
    super(fault.line > 0 ? `Line ${fault.line}: ${fault.message}` : fault.message);
  }
}

export function refuse(line: number, field: string, code: FaultCode, values?: Record<string, string>): ScheduleRefused {
  return new ScheduleRefused(fault(line, field, code, values));
}
