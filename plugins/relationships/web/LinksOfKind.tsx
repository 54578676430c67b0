// The links that a profile has at one end of a kind, in their order, which keys and pointer change.
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { Link } from "react-router-dom";
import { Button, TakeOut, t, useEnv, useStore } from "#web";
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
  const [dragged, setDragged] = useState<number>();
  const [{ kind_id, end, label, visible }] = links;
  const canMove = store.canSave && links.length > 1;
  const place = async (id: number, to: number) => {
    const ids = links.map((link) => link.id);
    const from = ids.indexOf(id);
    if (store.ordering.busy || from < 0 || from === to || to < 0 || to >= ids.length) return;
    ids.splice(to, 0, ...ids.splice(from, 1));
    const done = await store.orderLinksOf(eventId, thingId, { kind_id, end, ids });
    if (!done && store.ordering.problem) notices.failed(store.ordering.problem);
  };
  // A row that is moved takes its button out of the page for a moment, and the focus with it.
  const move = async (button: HTMLElement, id: number, to: number) => {
    await place(id, to);
    button.focus();
  };
  return (
    <section className="relation-of">
      <h3>{label}</h3>
      {!visible && <p className="field-help">{t("relationships:notVisible")}</p>}
      <ul>
        {links.map((link, at) => {
          const { id, other, source } = link;
          return (
            <li
              key={id}
              draggable={canMove && !store.ordering.busy}
              onDragStart={() => setDragged(id)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => dragged !== undefined && void place(dragged, at)}
            >
              <Link to={`/event-data/${eventId}/profile/${other.id}`}>{other.name}</Link>
              {other.company_name && <span className="muted">{other.company_name}</span>}
              {source !== "hand" && <span className="muted">{t(`relationships:source.${source}`)}</span>}
              {store.canSave && (
                <span className="relation-acts">
                  {canMove &&
                    ([-1, 1] as const).map((by) => (
                      <Button
                        key={by}
                        tone="quiet"
                        small
                        aria-disabled={at + by < 0 || at + by >= links.length}
                        aria-label={t(by < 0 ? "relationships:profile.up" : "relationships:profile.down", {
                          name: other.name,
                        })}
                        onClick={({ currentTarget }) => void move(currentTarget, id, at + by)}
                      >
                        {by < 0 ? "↑" : "↓"}
                      </Button>
                    ))}
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
    </section>
  );
});
