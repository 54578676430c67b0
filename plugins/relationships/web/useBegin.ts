// What somebody came for before they said of which kind: the address names it, and the kind that is opened takes it over.
import { useEffect } from "react";
import { TAB, useAddress } from "#web";
import type { Kind } from "../contract.ts";

const BEGIN = "begin";
/** Dialogs of a kind, as its links name them in the address; see Links. */
const BEGUN = ["import", "match"] as const;

/** What is begun, and what the address says of the kind that is opened meanwhile. With one kind there is nothing to choose. */
export function useBegin(kinds: readonly Kind[] | undefined, mayWrite: boolean) {
  const [params, change] = useAddress();
  const doing = mayWrite ? BEGUN.find((one) => one === params.get(BEGIN)) : undefined;
  const only = kinds?.length === 1 ? kinds[0]?.id : undefined;
  const then = doing ? { [BEGIN]: undefined, [`l.${doing}`]: "1", [TAB]: undefined } : {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: what follows is said by what is begun
  useEffect(() => {
    if (doing && only !== undefined) change({ ...then, id: String(only) }, { replace: true });
  }, [doing, only]);
  return { doing, then };
}
