// Starts the bundle with the code that V8 compiled when it was built; where that does not fit this Node, V8 compiles anew.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { constants, Script } from "node:vm";

/** The name of the bundle, which holds its hash; the build puts it before this file. */
declare const bundle: string;

const file = `${__dirname}/${bundle}.cjs`;
const kept = `${__dirname}/${bundle}.v8`;

const script = new Script(
  `(function(exports,require,module,__filename,__dirname){${readFileSync(file, "latin1")}\n})`,
  {
    filename: file,
    cachedData: readIfThere(kept),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  },
);
const own = { exports: {} };
script.runInThisContext()(own.exports, createRequire(file), own, file, __dirname);

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
