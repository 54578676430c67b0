// Whose changes an address means. Pure.

/** As links were written once: whoever reads them. */
const READER = "me";

/** The person whose changes are shown; undefined where those of all are. */
export function whoseOf(params: URLSearchParams, reader: number | undefined): number | undefined {
  const by = params.get("by");
  if (by === READER) return reader;
  return /^[1-9]\d{0,8}$/.test(by ?? "") ? Number(by) : undefined;
}

/** Whether the address says so without saying who that is, so that another reader would be shown their own. */
export function isOfReader(params: URLSearchParams): boolean {
  return params.get("by") === READER;
}
