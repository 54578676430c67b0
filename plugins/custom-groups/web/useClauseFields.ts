// The fields that rules of an event can ask about, as they are known so far. The component is an observer.
import { useEffect } from "react";
import { useSession, useStore } from "#web";
import { type ClauseField, clauseFields } from "./clauses.ts";
import { CustomGroupsStore } from "./store.ts";

export function useClauseFields(eventId: number): ClauseField[] {
  const store = useStore(CustomGroupsStore);
  const { typeCategories = [] } = useSession();
  useEffect(() => {
    if (store.fieldsOf !== eventId) void store.listFields(eventId);
  }, [store, eventId]);
  return clauseFields(typeCategories, store.fields);
}
