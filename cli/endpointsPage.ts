// docs/endpoints.md: every endpoint, whose it is, and what it asks of the person; made from the contracts.
import { type AnyEndpoint, isSafe } from "#schemas/endpoint.ts";
import { ROLES } from "#schemas/scalars.ts";

/** The page of all endpoints, in the order of their addresses. */
export function endpointsPage(contracts: readonly { area: string; endpoints: readonly AnyEndpoint[] }[]): string {
  const all = contracts.flatMap(({ area, endpoints }) => endpoints.map((endpoint) => ({ area, endpoint })));
  const rows = all
    .sort((a, b) => compare(keyOf(a.endpoint), keyOf(b.endpoint)))
    .map(
      ({ area, endpoint }) =>
        `| \`${endpoint.method} ${endpoint.path}\` | ${endpoint.summary} | ${area} | ${asks(endpoint)} |`,
    );
  const head = ["| endpoint | what it does | area | asks for |", "| --- | --- | --- | --- |"];
  const note = "Generated from the contracts by `npm run gen`. A test asks every one of them as every role.";
  return `${["# Endpoints", note, [...head, ...rows].join("\n")].join("\n\n")}\n`;
}

function keyOf({ path, method }: AnyEndpoint): string {
  return `${path} ${method}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function asks(endpoint: AnyEndpoint): string {
  if (endpoint.access === "public") return "nothing";
  const { accessRole, permissions = [], alsoPermissions = [] } = endpoint.access;
  const named = ROLES.find((role) => role.id === accessRole)?.name;
  const role = accessRole === undefined ? [] : [`role ${accessRole}${named ? ` (${named})` : ""} or stronger`];
  const keys = permissions.length > 0 ? [`permission ${permissions.map((key) => `\`${key}\``).join(" or ")}`] : [];
  const further = alsoPermissions.map((key) => `also \`${key}\``);
  const parts = [...role, ...keys, ...further];
  return `${parts.length > 0 ? parts.join(" and ") : "log-in"}${isSafe(endpoint) ? "" : "; writes"}`;
}
