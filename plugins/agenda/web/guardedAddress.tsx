// Asks before another session takes the place of one whose changes are not saved. Leaving the page is guarded by the form.
import { type ReactNode, useMemo, useState } from "react";
import { Confirm, t, useStore } from "#web";
import type { AgendaAddress } from "./address.ts";
import { AgendaStore } from "./store.ts";

type Change = Parameters<AgendaAddress["go"]>[0];

/** The address with a `go` that asks first where a draft would be lost, and the question to draw. */
export function useGuardedAddress(address: AgendaAddress): { address: AgendaAddress; question: ReactNode } {
  const store = useStore(AgendaStore);
  const [asked, setAsked] = useState<Change>();
  const guarded = useMemo<AgendaAddress>(() => {
    const go = (change: Change) => ("session" in change && store.hasDraft ? setAsked(change) : address.go(change));
    return { ...address, go };
  }, [address, store]);
  const leave = () => {
    store.noteDraft(false);
    setAsked(undefined);
    if (asked) address.go(asked);
  };
  const question = asked && (
    <Confirm
      title={t("common:unsaved.title")}
      action={t("common:unsaved.leave")}
      danger
      onConfirm={leave}
      onClose={() => setAsked(undefined)}
    >
      <p>{t("common:unsaved.help")}</p>
    </Confirm>
  );
  return { address: guarded, question };
}
