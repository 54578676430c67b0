// The groups that a profile is in, each with the way out of it or the rule that makes it. Of many, some are drawn at first.
import { observer } from "mobx-react-lite";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { holding } from "#schemas/fold.ts";
import { Button, formatNumber, NarrowBox, TakeOut, t, useStore } from "#web";
import { ruleText } from "./clauses.ts";
import { CustomGroupsStore, type GroupOfProfile } from "./store.ts";
import { useClauseFields } from "./useClauseFields.ts";

interface Props {
  eventId: number;
  groups: readonly GroupOfProfile[];
  onTake: (groupId: number) => void;
}

/** With more of them one looks for groups by their names. */
const MANY = 20;
/** So many are drawn at once: each has a link, and a rule or a button. */
const SHOWN = 100;

export const HeldGroups = observer(function HeldGroups({ eventId, groups, onTake }: Props) {
  const store = useStore(CustomGroupsStore);
  const fields = useClauseFields(eventId);
  const [words, setWords] = useState("");
  const [most, setMost] = useState(SHOWN);
  const list = useRef<HTMLUListElement>(null);
  const wasMost = useRef(most);
  useEffect(() => {
    // The button may have gone with the last of them: one goes on at the first of the new ones.
    if (most > wasMost.current) list.current?.children[wasMost.current]?.querySelector("a")?.focus();
    wasMost.current = most;
  }, [most]);
  const isNarrowed = groups.length > MANY;
  const isFound = holding(isNarrowed ? words : "");
  const found = groups.filter(({ name }) => isFound(name));
  const shown = found.slice(0, most);
  const left = found.length - shown.length;
  const why = (id: number) => {
    const rule = store.group(id)?.rule;
    return rule
      ? t("custom-groups:profile.byItsRule", { rule: ruleText(rule, fields) })
      : t("custom-groups:profile.byRule");
  };
  return (
    <>
      {isNarrowed && (
        <div className="group-narrow">
          <NarrowBox label={t("custom-groups:profile.narrow")} text={words} onText={setWords} />
          <p className="field-help" role="status">
            {t("custom-groups:profile.shown", {
              number: formatNumber(shown.length),
              all: formatNumber(words.trim() ? found.length : groups.length),
            })}
          </p>
        </div>
      )}
      <ul className="group-of" ref={list}>
        {shown.map((group) => (
          <li key={group.id} className={group.mode === "rule" ? "group-ruled" : undefined}>
            <Link
              className={`group-name group-${group.colour}`}
              to={`/event-details/${eventId}/custom-groups?id=${group.id}`}
            >
              {group.name}
            </Link>
            {group.mode === "rule" ? (
              <span className="muted group-why">{why(group.id)}</span>
            ) : (
              store.canSave && (
                <TakeOut
                  label={t("custom-groups:profile.take", { name: group.name })}
                  disabled={store.taking.busy}
                  onClick={() => onTake(group.id)}
                />
              )
            )}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <p className="group-more">
          <Button small onClick={() => setMost(most + SHOWN)}>
            {t("custom-groups:profile.more", { number: formatNumber(Math.min(left, SHOWN)) })}
          </Button>
        </p>
      )}
    </>
  );
});
