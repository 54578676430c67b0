// The fields that rules of an event can ask about, as they are known so far. The component is an observer.
import { useEffect } from "react";
import { useSession, useStore } from "#web";
import { type ClauseField, clauseFields } from "./clauses.ts";
import { CustomGroupsStore } from "./store.ts";

export function useClauseFields(eventId: number): ClauseField[] {
  const store = useStore(CustomGroupsStore);
  const { typeCategories = [], event } = useSession();
  useEffect(() => {
    // A form asks for its rule as well: both are drawn at once, and once is enough.
    if (!(store.fieldsOf === eventId && store.listingFields.busy)) void store.listFields(eventId);
  }, [store, eventId]);
  return clauseFields(typeCategories, store.fieldsOf === eventId ? store.fields : [], event?.timezone);
}
