// The app that an address names: a link to a page of an app shows it to whoever has several of them.

const NAMED = /(?<=[?&])app=(\d+)(?:&|$)/;

export function appIn(search: string): number | undefined {
  const id = Number(NAMED.exec(search)?.[1]);
  return id || undefined;
}

/** The query without it. */
export function withoutApp(search: string): string {
  return search.replace(NAMED, "").replace(/[?&]$/, "");
}

/** The query with it, behind what stands there already. */
export function withApp(search: string, appId: number): string {
  const rest = withoutApp(search);
  return `${rest || "?"}${rest ? "&" : ""}app=${appId}`;
}
