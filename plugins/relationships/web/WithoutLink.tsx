// How many have no link, as the list of kinds tells it, and that it could not be counted.
import { observer } from "mobx-react-lite";
import { Link } from "react-router-dom";
import { Button, formatNumber, problemText, TAB, t, useHrefWith, useStore } from "#web";
import type { Kind } from "../contract.ts";
import { endText } from "./endText.ts";
import { RelationshipsStore } from "./store.ts";
import { END } from "./Unlinked.tsx";

interface Props {
  kind: Kind;
  types: readonly { id: number; type: string }[];
}

export const WithoutLink = observer(function WithoutLink({ kind, types }: Props) {
  const { unlinked, countingUnlinked } = useStore(RelationshipsStore);
  const hrefWith = useHrefWith();
  const counts = unlinked[kind.id];
  if (!counts) return countingUnlinked.problem ? "–" : "…";
  const link = (end: "from" | "to") => {
    const number = formatNumber(counts[end]);
    const label = t("relationships:unlinked.atEnd", { number, who: endText(kind[end], types) });
    const href = hrefWith({ id: kind.id, [TAB]: "unlinked", [END]: end === "to" ? end : undefined });
    return (
      <Link to={href} aria-label={label} title={label}>
        {number}
      </Link>
    );
  };
  return (
    <>
      {link("from")} / {link("to")}
    </>
  );
});

/** Above the list, where every key comes to its button: a cell of the list opens its row. */
export const Uncounted = observer(function Uncounted({ eventId }: { eventId: number }) {
  const store = useStore(RelationshipsStore);
  const { problem } = store.countingUnlinked;
  return problem ? (
    <p className="form-problem" role="alert">
      {t("relationships:unlinked.uncounted")} {problemText(problem, t)}{" "}
      <Button small onClick={() => void store.countUnlinked(eventId)}>
        {t("common:retry")}
      </Button>
    </p>
  ) : null;
});
