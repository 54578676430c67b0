// Whether the data type that the address names is one of the event's.
import { useEffect, useState } from "react";
import { useSession } from "#web";

/**
 * True once the event is known not to have the data type. One that is not known is asked for once more, since somebody may have given it
 * to the event after the page was loaded.
 */
export function useTypeGone(eventId: number, typeId: number | undefined): boolean {
  const session = useSession();
  const [asked, setAsked] = useState<number>();
  const types = session.eventId === eventId ? session.typeCategories?.flatMap((category) => category.types) : undefined;
  const isUnknown = typeId !== undefined && types !== undefined && !types.some(({ id }) => id === typeId);
  const isAsked = asked === typeId;
  useEffect(() => {
    if (isUnknown && !isAsked) void session.reloadTypes().then(() => setAsked(typeId));
  }, [session, typeId, isUnknown, isAsked]);
  return isUnknown && isAsked;
}
