// People whose answers differ between events, as a file: a preview names the first of them alone. One line for each answer.
import type { Promotion } from "#schemas/fieldPromotion.ts";
import type { Field } from "#schemas/fields.ts";
import { shownCells } from "../exportCells.ts";
import { line, separatorIn } from "../sheet/csv.ts";

type Say = (key: string) => string;

const HEADS = [
  "event-data:field.email",
  "event-data:field.name",
  "event-data:differing.event",
  "event-data:differing.answer",
  "event-data:field.updated_at",
];

export class DifferingFile {
  private readonly lines: Buffer[];
  private readonly answer: (answer: unknown) => ReturnType<ReturnType<typeof shownCells>["cellsOf"]>;
  private readonly separator;

  constructor(
    field: Field,
    private readonly events: ReadonlyMap<number, { name: string }>,
    locale: string,
    say: Say,
  ) {
    this.separator = separatorIn(locale);
    const fields = new Map([[field.key, field]]);
    const reader = { locale, timeZone: "UTC", typeNames: new Map(), fields, instants: new Set<string>(), say };
    const { cellsOf } = shownCells([`fields.${field.key}`], reader);
    this.answer = (answer) => cellsOf({ fields: JSON.stringify({ [field.key]: answer }) });
    this.lines = [Buffer.from(`\ufeff${line(HEADS.map(say), undefined, this.separator)}`)];
  }

  /** The newest answer of each comes first. */
  add(people: Promotion["people"]): void {
    const lines = people.flatMap(({ email, name, answers }) =>
      answers.map(({ event_id, answer, updated_at }) => {
        const cells = [email, name, this.events.get(event_id)?.name ?? "", ...this.answer(answer), updated_at];
        return line(cells, undefined, this.separator);
      }),
    );
    this.lines.push(Buffer.from(lines.join("")));
  }

  get file() {
    const bytes = Buffer.concat(this.lines);
    return { name: "differing-answers.csv", mediaType: "text/csv; charset=utf-8", bytes };
  }
}
