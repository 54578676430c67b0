import { useSession } from "#web";
import { RULING } from "../contract.ts";

/** Whether the person may say what decides before the rules of data types. The server asks again. */
export function useMayRule(): boolean {
  return useSession().isAllowed(RULING) === true;
}
