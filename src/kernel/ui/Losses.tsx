// What is lost with something, or does not simply go along, in the words of the areas: how many, and some of them one by one.
import { formatNumber } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";
import { useAreaTexts } from "../i18n/useAreaTexts.ts";
import { Skeleton } from "./states.tsx";

interface Loss {
  /** Translation key with `count` and `number`. */
  label: string;
  count: number;
  examples?: readonly { label: string; values: Readonly<Record<string, string>> }[] | undefined;
}

export function Losses({ losses }: { losses: readonly Loss[] }) {
  const isSaid = useAreaTexts(
    losses.flatMap(({ label, examples = [] }) => [label, ...examples.map((one) => one.label)]),
  );
  if (losses.length === 0) return null;
  if (!isSaid) return <Skeleton rows={3} />;
  return (
    <ul className="note-warn losses">
      {losses.map(({ label, count, examples = [] }) => (
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
