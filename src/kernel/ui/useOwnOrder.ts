// The order that somebody has given rows and the server has not answered yet.
import { useRef, useState } from "react";

export type RowId = number | string;

type Send = ((ids: readonly RowId[]) => Promise<boolean>) | undefined;

/** One order is under way at a time; of those that are put meanwhile the last one follows. What is refused goes back. */
export function useOwnOrder(send: Send) {
  const [order, setOrder] = useState<readonly RowId[]>();
  const latest = useRef<Send>(send);
  latest.current = send;
  const wanted = useRef<readonly RowId[] | undefined>(undefined);
  const isSending = useRef(false);
  const follow = async () => {
    if (isSending.current) return;
    isSending.current = true;
    try {
      for (let sent = wanted.current; sent; sent = wanted.current) {
        await latest.current?.(sent);
        if (wanted.current === sent) wanted.current = undefined;
      }
    } finally {
      isSending.current = false;
      wanted.current = undefined;
      // What is kept stands in the rows by now; what was refused does not.
      setOrder(undefined);
    }
  };
  return {
    /** Shows an order at once, and sends it. */
    put(ids: readonly RowId[]): void {
      wanted.current = ids;
      setOrder(ids);
      void follow();
    },
    /** Those of which it says nothing have come meanwhile: they stand at the end. */
    inOrder<T extends { id: RowId }>(rows: readonly T[]): T[] {
      if (!order) return [...rows];
      const placeOf = ({ id }: T) => (order.includes(id) ? order.indexOf(id) : order.length);
      return [...rows].sort((a, b) => placeOf(a) - placeOf(b));
    },
  };
}
