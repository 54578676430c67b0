// The server face of the navigation tool: it reads and judges, and writes nothing.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROLES } from "#schemas/scalars.ts";
import { checkNavigation, defineServerPlugin, permissionsOf, route } from "#server";
import { checkNavigationDraft, getNavigationText, type Judgement } from "../contract.ts";

function judge(root: string, text: string): Judgement {
  const { config, findings } = checkNavigation(root)(text);
  return { ...(config ? { config } : {}), findings };
}

const roles = ROLES.map(({ id, label }) => {
  const permissions = Object.entries(permissionsOf(id, null));
  return { id, name: label, permissions: permissions.filter(([, held]) => held).map(([key]) => key) };
});

export default defineServerPlugin({
  id: "nav-tool",
  routes: [
    route(getNavigationText, async ({ deps }) => {
      const text = await readFile(join(deps.root, "nav.config.json"), "utf8");
      return { text, judgement: judge(deps.root, text), roles };
    }),

    route(checkNavigationDraft, async ({ deps, body }) => judge(deps.root, body.text)),
  ],
});
