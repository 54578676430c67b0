// The reference of the list benchmark: a list page of react-admin from npm over the same rows.
// BENCH_REACT_ADMIN names a folder to install it in, or to find it in again; it is no package of this project.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { pageServer } from "./pageServer.mjs";

const PACKAGES = ["react-admin@5.15.4", "react@18.3.1", "react-dom@18.3.1"];
/** Rows of one page: as many as our grid draws at first. */
const PER_PAGE = 25;

const PAGE = `
import { createElement as h } from "react";
import { createRoot } from "react-dom/client";
import { Admin, Datagrid, DateField, EmailField, List, Resource, TextField } from "react-admin";
const rows = (path) => fetch(path).then((reply) => reply.json());
const dataProvider = { getList: () => rows("/rows.json").then(({ rows, total }) => ({ data: rows, total })) };
const fields = ["name", "last_name"].map((source) => h(TextField, { source, key: source }));
const more = ["company_name", "job_title", "country", "status"].map((source) => h(TextField, { source, key: source }));
const Profiles = () =>
  h(List, { perPage: ${PER_PAGE} }, h(Datagrid, null, ...fields, h(EmailField, { source: "email" }), ...more, h(DateField, { source: "updated_at" })));
createRoot(document.getElementById("root")).render(h(Admin, { dataProvider, disableTelemetry: true }, h(Resource, { name: "profiles", list: Profiles })));`;

/** Where its first row stands once it is drawn. */
export const FIRST_CELL = "tbody td.column-name";

/** Serves the page with the first rows of an answer of ours; answers its address and how to stop it. */
export async function startReactAdmin(folder, { rows, total }) {
  const place = resolve(folder);
  install(place);
  const { outputFiles } = await build({
    stdin: { contents: PAGE, resolveDir: place },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    define: { "process.env.NODE_ENV": '"production"', "process.env": "{}" },
  });
  return pageServer('<!doctype html><body><div id="root"></div><script type="module" src="/page.js"></script>', {
    "/page.js": ["text/javascript", outputFiles[0].contents],
    "/rows.json": ["application/json", JSON.stringify({ rows: rows.slice(0, PER_PAGE), total })],
  });
}

function install(folder) {
  if (existsSync(join(folder, "node_modules/react-admin/package.json"))) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  const made = spawnSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...PACKAGES], {
    cwd: folder,
  });
  if (made.status !== 0) throw new Error(`react-admin cannot be installed: ${made.stderr}`);
}
