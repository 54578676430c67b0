// The links that a profile has at one end of a kind, in their order, which keys and pointer change.
import { observer } from "mobx-react-lite";
import { Link } from "react-router-dom";
import { moved, Ordered, TakeOut, t, useEnv, useStore } from "#web";
import type { LinkOf } from "../contract.ts";
import { RelationshipsStore } from "./store.ts";

interface Props {
  eventId: number;
  thingId: number;
  /** At least one; all of one kind and end. */
  links: readonly [LinkOf, ...LinkOf[]];
  onTake: (link: LinkOf) => void;
}

export const LinksOfKind = observer(function LinksOfKind({ eventId, thingId, links, onTake }: Props) {
  const store = useStore(RelationshipsStore);
  const { notices } = useEnv();
  const [{ kind_id, end, label, visible }] = links;
  const canMove = store.canSave && links.length > 1;
  const move = async (from: number, to: number) => {
    const ids = moved(links, from, to).map(({ id }) => id);
    const isMoved = await store.orderLinksOf(eventId, thingId, { kind_id, end, ids });
    if (!isMoved && store.ordering.problem) notices.failed(store.ordering.problem);
    return isMoved === true;
  };
  return (
    <section className="relation-of">
      <h3>{label}</h3>
      {!visible && <p className="field-help">{t("relationships:notVisible")}</p>}
      <Ordered
        rows={links.map(({ id, other }) => ({ id, name: other.name }))}
        held={!canMove || store.ordering.busy}
        onMove={move}
      >
        {(place) => (
          <ul>
            {links.map((link, at) => {
              const { id, other, source } = link;
              return (
                <li key={id} {...place(at).drag}>
                  <Link to={`/event-data/${eventId}/profile/${other.id}`}>{other.name}</Link>
                  {other.company_name && <span className="muted">{other.company_name}</span>}
                  {source !== "hand" && <span className="muted">{t(`relationships:source.${source}`)}</span>}
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
    </section>
  );
});
