// What names a field, or one of its options, beside answers: rules, saved views and the like, each with a link to it.
import { observable, runInAction } from "mobx";
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import type { FieldMention } from "#schemas/fieldMentions.ts";
import { type Field, optionName } from "#schemas/fields.ts";
import { formatNumber } from "../i18n/formats.ts";
import { currentLocale, loadTexts, t } from "../i18n/setup.ts";
import type { Tracking } from "../store/tracked.ts";
import { ProblemView, Skeleton } from "../ui/states.tsx";

/** As many are told one by one. */
const TOLD = 12;

/** How often it was asked once more what failed. */
const again = observable.box(0);

/** Asks once more: every part that is drawn and asked before. */
export function askAgain(): void {
  runInAction(() => again.set(again.get() + 1));
}

/** What names a field as it is saved, in an observer; undefined until that is known. */
export function useMentions(
  field: Field | undefined,
  ask: (field: Field) => Promise<readonly FieldMention[] | undefined>,
): readonly FieldMention[] | undefined {
  const turn = again.get();
  const [known, setKnown] = useState<{ of: Field; mentions: readonly FieldMention[] | undefined }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each revision, and again
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
  }, [field?.id, field?.rev, turn]);
  return known && known.of.id === field?.id ? known.mentions : undefined;
}

/** In the place of what names a field, as long as that is not known: nothing is claimed of it. */
export const MentionsAsked = observer(function MentionsAsked({ asking }: { asking: Tracking | undefined }) {
  if (!asking?.problem) return <Skeleton rows={2} />;
  return (
    <>
      <p className="note-warn">{t("common:fields.mention.unknown")}</p>
      <ProblemView problem={asking.problem} retry={askAgain} />
    </>
  );
});

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
