// Serves nav.config.json as it is now: checks each edit, keeps the last good one, and says what is wrong with a bad one.
import { createHash } from "node:crypto";
import { readFileSync, unwatchFile, watchFile } from "node:fs";
import type { Finding, Navigation } from "#schemas/core.ts";
import type { Manifest } from "#schemas/manifest.ts";
import type { NavConfig } from "#schemas/nav.ts";
import { iconsIn } from "./icons.ts";

const WATCH_MS = 400;

/** Judges a text. A bad one is not served while there is a good one before it. */
export type CheckNavigation = (text: string) => { config: NavConfig | undefined; isBad: boolean; findings: Finding[] };

const NOTHING: NavConfig = { schemaVersion: 1, unplaced: { policy: "append", group: "more" }, groups: [] };

/** The navigation of a running server. */
export class LiveNavigation {
  private config: NavConfig = NOTHING;
  private findings: Finding[] = [];
  private revision = "";
  private readonly listeners = new Set<(revision: string) => void>();

  constructor(
    private readonly path: string,
    private readonly manifests: readonly Manifest[],
    private readonly check: CheckNavigation,
  ) {
    this.read();
  }

  /** What is served now. */
  get current(): Navigation {
    const { config, revision, findings } = this;
    return { config, revision, icons: iconsIn(config, this.manifests), findings };
  }

  /** Follows edits of the file until `stop`. */
  watch(): void {
    watchFile(this.path, { interval: WATCH_MS }, () => this.read());
  }

  stop(): void {
    unwatchFile(this.path);
    this.listeners.clear();
  }

  /** Calls back with the revision after each edit; answers how to stop listening. */
  onChange(listener: (revision: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Reads the file if it has changed. */
  read(): void {
    const text = readText(this.path);
    const revision = createHash("sha256").update(text).digest("hex").slice(0, 16);
    if (revision === this.revision) return;
    const { config, isBad, findings } = this.check(text);
    // While there was no earlier one, what can be read is better than nothing.
    if (config && (!isBad || this.config === NOTHING)) this.config = config;
    this.findings = findings;
    this.revision = revision;
    for (const listener of this.listeners) listener(revision);
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
