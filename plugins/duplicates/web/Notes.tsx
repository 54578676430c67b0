// What does not simply go along, in the words of the areas: how many, and some of them one by one.
import { formatNumber, t } from "#web";
import type { Merge } from "../contract.ts";

export function Notes({ notes }: { notes: Merge["left"] }) {
  if (notes.length === 0) return null;
  return (
    <ul className="duplicate-notes">
      {notes.map(({ label, count, examples = [] }) => (
        <li key={label}>
          {t(label, { count, number: formatNumber(count) })}
          {examples.length > 0 && (
            <ul>
              {examples.map((example) => (
                <li key={JSON.stringify(example)}>{t(example.label, example.values)}</li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}
