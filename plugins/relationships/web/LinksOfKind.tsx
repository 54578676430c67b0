// The links that a profile has at one end of a kind, in their order, which keys and pointer change. Of many, some are drawn at first.
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { Link } from "react-router-dom";
import { holding } from "#schemas/fold.ts";
import { Button, formatNumber, NarrowBox, Ordered, type RowId, refilled, TakeOut, t, useEnv, useStore } from "#web";
import type { LinkOf } from "../contract.ts";
import { RelationshipsStore } from "./store.ts";

interface Props {
  eventId: number;
  thingId: number;
  /** At least one; all of one kind and end. */
  links: readonly [LinkOf, ...LinkOf[]];
  onTake: (link: LinkOf) => void;
}

/** With more of them one looks for links by names. */
const MANY = 20;
/** Each has handles of its own: a panel with a thousand is slow to open. */
const SHOWN = 100;

export const LinksOfKind = observer(function LinksOfKind({ eventId, thingId, links, onTake }: Props) {
  const store = useStore(RelationshipsStore);
  const { notices } = useEnv();
  const [words, setWords] = useState("");
  const [isWhole, setWhole] = useState(false);
  const [{ kind_id, end, label, visible, siblings }] = links;
  const isAsked = words.trim() !== "";
  const isFound = holding(words);
  const found = links.filter(({ other }) => isFound(`${other.name} ${other.company_name}`));
  const shown = isWhole ? found : found.slice(0, SHOWN);
  const canMove = store.canSave && links.length > 1 && !isAsked;
  const order = async (some: readonly RowId[]) => {
    const ids = refilled(
      links,
      some.map((id) => ({ id })),
    ).map(({ id }) => id);
    const isMoved = await store.orderLinksOf(eventId, thingId, { kind_id, end, ids });
    if (!isMoved && store.ordering.problem) notices.failed(store.ordering.problem);
    return isMoved === true;
  };
  return (
    <section className="relation-of">
      <h3>{label}</h3>
      {!visible && <p className="field-help">{t("relationships:notVisible")}</p>}
      {links.length > MANY && (
        <div className="relation-narrow">
          <NarrowBox label={t("relationships:profile.narrow", { label })} text={words} onText={setWords} />
          <p className="field-help" role="status">
            {t(isAsked ? "relationships:profile.found" : "relationships:profile.shown", {
              number: formatNumber(isAsked ? found.length : shown.length),
              all: formatNumber(siblings),
            })}
          </p>
        </div>
      )}
      <Ordered rows={shown.map(({ id, other }) => ({ id, name: other.name }))} held={!canMove} onOrder={order}>
        {(place, inOrder) => (
          <ul>
            {inOrder(shown).map((link, at) => {
              const { id, other, source } = link;
              return (
                <li key={id} {...place(at).drag}>
                  <span className="relation-who">
                    <Link to={`/event-data/${eventId}/profile/${other.id}`} dir="auto">
                      {other.name}
                    </Link>
                    {/* A company is not said twice. */}
                    {other.company_name && other.company_name !== other.name && (
                      <span className="muted" dir="auto">
                        {other.company_name}
                      </span>
                    )}
                    {source !== "hand" && <span className="muted">{t(`relationships:source.${source}`)}</span>}
                  </span>
                  {store.canSave && (
                    <span className="relation-acts">
                      {canMove && place(at).moves}
                      <TakeOut
                        label={t("relationships:profile.take", { name: other.name })}
                        disabled={store.unlinking.busy}
                        onClick={() => onTake(link)}
                      />
                    </span>
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </Ordered>
      {found.length > SHOWN && (
        <p className="relation-more">
          <Button small aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {t(isWhole ? "relationships:profile.fewer" : "relationships:profile.more", {
              number: formatNumber(found.length - SHOWN),
            })}
          </Button>
        </p>
      )}
      {siblings > links.length && (
        <p className="field-help">
          {t("relationships:profile.rest", { number: formatNumber(siblings - links.length) })}{" "}
          <Link to={`/event-details/${eventId}/relationships?id=${kind_id}`}>{t("relationships:profile.all")}</Link>
        </p>
      )}
    </section>
  );
});
