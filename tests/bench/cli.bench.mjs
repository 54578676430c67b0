// The command line: nav lint beside a bare Node, on the real config and on 5,000 entries; i18n check on 240,000 texts; the smoke test.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { median, root, scratch, startProduct } from "./product.mjs";

const RUNS = 15;
const lanyard = join(root, "bin", "lanyard.cjs");
/** The version that the figure is compared with; it says Node 22 and runs on 20, too. */
const PEER = "i18next-cli@1.42.10";

export async function* bench() {
  const [lint, bare] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    lint.push(await timed([lanyard, "nav", "lint"], root));
    bare.push(await timed(["-e", "0"], root));
  }
  const ratio = median(lint) / median(bare);
  yield {
    figure: "nav lint on the real config, median of 15",
    value: `${Math.round(median(lint))} ms`,
    reference: `node -e 0 ${Math.round(median(bare))} ms, ratio ${ratio.toFixed(2)}`,
    target: "ratio ≤ 1.6",
    reached: ratio <= 1.6,
  };

  yield* mutants();

  const { folder, remove } = scratch();
  largeProject(join(folder, "large"));
  const large = [];
  for (let run = 0; run < 3; run++) large.push(await timed([lanyard, "nav", "lint"], join(folder, "large")));
  yield {
    figure: "nav lint on 5,000 entries of 300 areas, median of 3",
    value: `${Math.round(median(large))} ms`,
    target: "< 1000 ms",
    reached: median(large) < 1000,
  };

  manyTexts(join(folder, "texts"));
  const texts = [];
  const parse = [];
  for (let run = 0; run < 3; run++) {
    texts.push(await timed([lanyard, "i18n", "check"], join(folder, "texts")));
    parse.push(await timed(["-e", READ_ALL], join(folder, "texts")));
  }
  yield {
    figure: "i18n check on 10 × 2,000 keys × 12 languages, median of 3",
    value: `${Math.round(median(texts))} ms`,
    reference: `JSON.parse of the same files ${Math.round(median(parse))} ms`,
  };

  yield await besidePeer(join(folder, "texts"));

  const product = await startProduct(join(folder, "lanyard.db"));
  const token = await logIn(product.address);
  const smoke = await timed(
    [
      lanyard,
      "api",
      "smoke",
      "--base-url",
      product.address,
      "--only",
      "/1/api/container*",
      "--format",
      "json",
      "--output",
      join(folder, "smoke.json"),
    ],
    folder,
    {
      LANYARD_TOKEN: token,
    },
  );
  await product.stop();
  const { endpoints: asked, summary } = JSON.parse(readFileSync(join(folder, "smoke.json"), "utf8"));
  const endpoints = new Set(asked.map(({ method, path }) => `${method} ${path}`)).size;
  yield {
    figure: `api smoke, ${endpoints} endpoints of an event in ${asked.length} questions`,
    value: `${Math.round(smoke)} ms`,
    target: "60 endpoints in < 1500 ms, none at fault",
    reached: endpoints >= 60 && summary.error === 0 && smoke < 1500,
  };
  remove();
}

/** The mutation suite as `npm test` runs it: every kind of mistake in the navigation is told, and sound arrangements are left alone. */
function* mutants() {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const args = [vitest, "run", "tests/cli/mutants.test.ts", "--reporter=json"];
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8", maxBuffer: 64e6 });
  const tests = JSON.parse(stdout.slice(stdout.indexOf("{"))).testResults[0].assertionResults;
  const kinds = tests.filter((test) => !/^(the sound navigation|there are at least|no false alarm)/.test(test.title));
  const told = kinds.filter((test) => test.status === "passed").length;
  yield {
    figure: "nav lint, kinds of mistakes that are told",
    value: `${told} of ${kinds.length}`,
    target: "at least 40, and every one",
    reached: kinds.length >= 40 && told === kinds.length,
  };
  const [sound] = tests.filter((test) => test.title.startsWith("no false alarm"));
  yield {
    figure: `nav lint, ${sound.title.replace("no false alarm on ", "")} without a false alarm`,
    value: sound.status === "passed" ? "all" : "not all",
    target: "all of 200",
    reached: sound.status === "passed" && sound.title.includes("200"),
  };
}

/** `i18next-cli status` on the same files, installed into the scratch folder when PEERS=1 asks for it. */
async function besidePeer(folder) {
  const figure = "i18n check beside i18next-cli status on the same texts, medians of 5 in turn";
  const target = "at most a third";
  if (process.env.PEERS !== "1") return { figure, value: "not asked", reference: "PEERS=1 installs it", target };
  const home = join(folder, "..", "peer");
  write(join(home, "package.json"), { private: true });
  const installed = spawnSync("npm", ["install", "--no-audit", "--no-fund", PEER], { cwd: home, encoding: "utf8" });
  if (installed.status !== 0)
    return { figure, value: "not to be had", reference: `npm install ${PEER} failed`, target };
  const locales = readdirSync(join(folder, "locales", "namespace0")).map((name) => name.slice(0, -".json".length));
  writeFileSync(
    join(folder, "i18next.config.mjs"),
    `export default ${JSON.stringify({
      locales: ["en-gb", ...locales.filter((locale) => locale !== "en-gb")],
      extract: {
        input: ["src/**/*.ts"],
        output: "locales/{{namespace}}/{{language}}.json",
        defaultNS: "namespace0",
        keySeparator: false,
        primaryLanguage: "en-gb",
      },
    })}`,
  );
  const [own, theirs] = [[], []];
  for (let run = 0; run < 5; run++) {
    own.push(await timed([lanyard, "i18n", "check"], folder));
    theirs.push(await timed([join(home, "node_modules", "i18next-cli", "dist", "esm", "cli.js"), "status"], folder));
  }
  const [ours, peer] = [median(own), median(theirs)];
  return {
    figure,
    value: `${Math.round(ours)} ms`,
    reference: `${PEER} ${Math.round(peer)} ms, share ${(ours / peer).toFixed(2)}`,
    target,
    reached: ours <= peer / 3,
  };
}

const READ_ALL = `const fs=require("fs");for(const n of fs.readdirSync("locales"))for(const f of fs.readdirSync("locales/"+n))JSON.parse(fs.readFileSync("locales/"+n+"/"+f,"utf8"))`;

function timed(args, cwd, env = {}) {
  const since = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: "ignore", env: { ...process.env, ...env } });
    child.once("error", reject);
    child.once("close", () => resolve(performance.now() - since));
  });
}

async function logIn(address) {
  const body = JSON.stringify({ email: "super@demo.test", password: "Lanyard#2026" });
  const reply = await fetch(`${address}/1/dashboard/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  return (await reply.json()).data.token;
}

/** 300 areas whose 5,000 entries stand in 100 groups. */
function largeProject(folder) {
  const groups = Array.from({ length: 100 }, (_, at) => ({ id: `group-${at}`, label: "nav:group", items: [] }));
  let made = 0;
  for (let area = 0; area < 300; area++) {
    const id = `area${area}`;
    const own = Math.floor((5000 * (area + 1)) / 300) - made;
    const names = Array.from({ length: own }, (_, at) => `${id}.entry${at}`);
    for (const ref of names) groups[made++ % 100].items.push({ ref, visibleWhen: { not: { eventPhase: "after" } } });
    const access = { all: [{ accessRole: 299 }, { permission: ["things"] }] };
    const routes = names.map((name, at) => ({
      id: name,
      path: `/${id}/${at}`,
      screen: "PlannedScreen",
      title: `${id}:title`,
      access,
    }));
    const nav = names.map((name, at) => ({ id: name, route: name, label: `${id}:title`, group: `group-${at % 100}` }));
    write(join(folder, "plugins", id, "plugin.json"), { manifestVersion: 1, id, routes, nav });
    for (const locale of ["en-gb", "de"])
      write(join(folder, "plugins", id, "locales", `${locale}.json`), { title: `Title ${locale}` });
  }
  write(join(folder, "nav.config.json"), { schemaVersion: 1, groups });
  for (const locale of ["en-gb", "de"])
    write(join(folder, "locales", "nav", `${locale}.json`), { group: `Group ${locale}` });
}

/** 10 namespaces of 2,000 texts in 12 languages. */
function manyTexts(folder) {
  const locales = ["en-gb", "de", "fr", "es", "it", "nl", "pt", "sv", "da", "fi", "nb", "cs"];
  write(join(folder, "nav.config.json"), { schemaVersion: 1, groups: [] });
  mkdirSync(join(folder, "src"), { recursive: true });
  for (let namespace = 0; namespace < 10; namespace++) {
    const uses = Array.from({ length: 2000 }, (_, at) => `t("namespace${namespace}:key.${at}");`);
    writeFileSync(join(folder, "src", `uses${namespace}.ts`), uses.join("\n"));
    for (const locale of locales) {
      const texts = Object.fromEntries(
        Array.from({ length: 2000 }, (_, at) => [`key.${at}`, `Text ${at} for {{name}} in ${locale}`]),
      );
      write(join(folder, "locales", `namespace${namespace}`, `${locale}.json`), texts);
    }
  }
}

function write(file, value) {
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, JSON.stringify(value, null, 2));
}
