// The demo's accounts (INTERFACES §3).
import { ROLES } from "#schemas/scalars.ts";

export const DEMO_PASSWORD = "Lanyard#2026";

const NAMES: Record<string, [first: string, last: string]> = {
  super: ["Sofia", "Marchetti"],
  partner: ["Priya", "Raman"],
  app: ["Anders", "Lindqvist"],
  expertplus: ["Efua", "Mensah"],
  expert: ["Elias", "Bergmann"],
  matchmaker: ["Mina", "Okafor"],
  owner: ["Oliver", "Whitcombe"],
  registration: ["Renée", "Dubois"],
};

/** One account for each role, named by what it may do. */
export const DEMO_ACCOUNTS = ROLES.map(({ id, name }) => {
  const [firstName, lastName] = NAMES[name] as [string, string];
  return { email: `${name}@demo.test`, roleId: id, firstName, lastName };
});
