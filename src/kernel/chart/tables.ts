// Which charts of a page are read as tables stands in its address (`table=agenda.days,event-data.types`), so that a link shows them so.
import { addressNow, useAddress } from "../ui/useAddress.ts";

const TABLE = "table";

const idsIn = (params: URLSearchParams) => (params.get(TABLE) ?? "").split(",").filter((id) => id !== "");

/** The change of an address after which a chart is a table, or a picture. */
export function tableChange(params: URLSearchParams, id: string, isTable: boolean) {
  const others = idsIn(params).filter((one) => one !== id);
  return { [TABLE]: [...others, ...(isTable ? [id] : [])].join(",") };
}

/** Whether a chart is a table, and a way to make it one or a picture again, from which Back leads back. */
export function useTable(id: string): [boolean, (isTable: boolean, replace: boolean) => void] {
  const [params, change] = useAddress();
  const set = (isTable: boolean, replace: boolean) =>
    change(tableChange(addressNow(), id, isTable), { replace, preventScrollReset: true });
  return [idsIn(params).includes(id), set];
}
