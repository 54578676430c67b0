// Before somebody is blocked: what they still have before them, such as confirmed meetings, and what is to become of it.
import { useEffect, useState } from "react";
import type { Ahead } from "#schemas/losses.ts";
import { AheadChoice, Confirm, Losses, t, useStore } from "#web";
import type { Loss, Thing } from "../contract.ts";
import { EventDataStore } from "./store.ts";

const ASKED: Ahead = { calls_off: false, tells: true };

interface Props {
  eventId: number;
  thing: Pick<Thing, "id" | "name">;
  /** What was chosen, at once where there is nothing to choose; nothing where somebody thinks again. */
  onSay: (ahead: Ahead | undefined) => void;
}

/** What somebody still has before them; without losses where that could not be found out. */
interface Found {
  losses?: readonly Loss[] | undefined;
}

export function BlockingQuestion({ eventId, thing, onSay }: Props) {
  const store = useStore(EventDataStore);
  const [found, setFound] = useState<Found>();
  const [chosen, setChosen] = useState(ASKED);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, as it begins
  useEffect(() => {
    let isGone = false;
    void store.listLosses(eventId, thing.id, "blocking").then(() => {
      // Who has left by now was asked whether to leave without saving.
      if (isGone) return;
      const losses = store.losses?.thingId === thing.id ? store.losses.list : undefined;
      if (losses?.length === 0) onSay(ASKED);
      else setFound({ losses });
    });
    return () => {
      isGone = true;
    };
  }, []);
  if (!found) return null;
  return (
    <Confirm
      title={t("event-data:block.title", { name: thing.name })}
      action={t("event-data:block.action")}
      onConfirm={() => onSay(chosen)}
      onClose={() => onSay(undefined)}
    >
      {found.losses ? (
        <>
          <Losses losses={found.losses} />
          <AheadChoice losses={found.losses} chosen={chosen} canKeep isLater={false} onChoose={setChosen} />
        </>
      ) : (
        <p>{t("event-data:block.unknown")}</p>
      )}
    </Confirm>
  );
}
