// What names a field, or one of its options, beside answers: rules, saved views and the like, each with a link to it.
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import type { FieldMention } from "#schemas/fieldMentions.ts";
import { type Field, optionName } from "#schemas/fields.ts";
import { formatNumber } from "../i18n/formats.ts";
import { currentLocale, loadTexts, t } from "../i18n/setup.ts";

/** As many are told one by one. */
const TOLD = 12;

/** What names a field as it is saved; undefined until that is known. */
export function useMentions(
  field: Field | undefined,
  ask: (field: Field) => Promise<readonly FieldMention[] | undefined>,
): readonly FieldMention[] | undefined {
  const [known, setKnown] = useState<{ of: Field; mentions: readonly FieldMention[] | undefined }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each revision
  useEffect(() => {
    let isWanted = true;
    if (field)
      void ask(field).then(async (mentions) => {
        // What it is called are words of the areas that tell it.
        const areas = new Set(mentions?.map(({ label }) => label.split(":")[0] as string));
        await Promise.all([...areas].map(loadTexts));
        if (isWanted) setKnown({ of: field, mentions });
      });
    return () => {
      isWanted = false;
    };
  }, [field?.id, field?.rev]);
  return known && known.of.id === field?.id ? known.mentions : undefined;
}

/** Those of the mentions that name an option. */
export function mentionsOf(mentions: readonly FieldMention[], option: string): FieldMention[] {
  return mentions.filter(({ options }) => options.includes(option));
}

interface Props {
  field: Field;
  mentions: readonly FieldMention[];
  /** Whether the events are told, as those of several are. */
  showsEvents: boolean;
}

export function Mentions({ field, mentions, showsEvents }: Props) {
  const rest = mentions.length - TOLD;
  return (
    <ul className="field-mentions">
      {mentions.slice(0, TOLD).map(({ label, name, path, event, options }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what has neither name nor address is told by its place
        <li key={path ?? at}>
          <span className="muted">{t(label)}:</span>{" "}
          {name !== null && path !== null ? (
            <Link to={path} dir="auto">
              {name}
            </Link>
          ) : (
            t(event ? "common:fields.mention.ofOthers" : "common:fields.mention.elsewhere")
          )}
          {showsEvents && event && <span className="muted"> · {event.name}</span>}
          {options.length > 0 && (
            <span className="muted"> · {options.map((key) => optionName(field, key, currentLocale())).join(", ")}</span>
          )}
        </li>
      ))}
      {rest > 0 && (
        <li className="muted">{t("common:fields.mention.more", { count: rest, number: formatNumber(rest) })}</li>
      )}
    </ul>
  );
}
