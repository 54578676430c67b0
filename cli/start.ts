// Starts the bundle with the code that V8 compiled when it was built; where that does not fit this Node, V8 compiles anew.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Script } from "node:vm";

/** The name of the bundle, which holds its hash; the build puts it before this file. */
declare const bundle: string;

const file = `${__dirname}/${bundle}.cjs`;
const kept = `${__dirname}/${bundle}.v8`;
const code = `(function(exports,require,module,__filename,__dirname,__import){${readFileSync(file, "latin1")}\n})`;

const script = new Script(code, { filename: file, cachedData: readIfThere(kept) });
const own = { exports: {} };
script.runInThisContext()(own.exports, createRequire(file), own, file, __dirname, (address: string) => import(address));

/** When this process ends, keeps what has been compiled in it. */
export function keepCompiled(): void {
  process.once("exit", () => writeFileSync(kept, script.createCachedData()));
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
