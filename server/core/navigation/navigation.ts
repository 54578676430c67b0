// Serves nav.config.json as it is now, with the texts that it names: checks each edit, keeps the last good one, and says what is wrong with a bad one.
import { createHash } from "node:crypto";
import { readFileSync, unwatchFile, watchFile } from "node:fs";
import { dirname, join } from "node:path";
import type { Finding, Navigation } from "#schemas/core.ts";
import type { Manifest } from "#schemas/manifest.ts";
import type { NavConfig } from "#schemas/nav.ts";
import { iconsIn } from "./icons.ts";
import { type TextPath, textFiles, textsIn } from "./labels.ts";

const WATCH_MS = 400;

/** Judges a text. A bad one is not served while there is a good one before it. */
export type CheckNavigation = (text: string) => { config: NavConfig | undefined; isBad: boolean; findings: Finding[] };

const NOTHING: NavConfig = { schemaVersion: 1, unplaced: { policy: "append", group: "more" }, groups: [] };

/** The navigation of a running server. */
export class LiveNavigation {
  private config: NavConfig = NOTHING;
  private texts: Navigation["texts"] = [];
  private findings: Finding[] = [];
  private revision = "";
  /** The followed files; none before `watch`. */
  private watched: string[] | undefined;
  private readonly listeners = new Set<(revision: string) => void>();

  constructor(
    private readonly path: string,
    private readonly manifests: readonly Manifest[],
    private readonly textPath: TextPath,
    private readonly check: CheckNavigation,
  ) {
    this.read();
  }

  /** What is served now. */
  get current(): Navigation {
    const { config, revision, texts, findings } = this;
    return { config, revision, icons: iconsIn(config, this.manifests), texts, findings };
  }

  /** Follows edits of the file, and of those that it is judged by, until `stop`. */
  watch(): void {
    this.watched = [];
    this.watchFiles(readText(this.path));
  }

  stop(): void {
    for (const path of this.watched ?? []) unwatchFile(path, this.onEdit);
    this.watched = undefined;
    this.listeners.clear();
  }

  /** Calls back with the revision after each edit; answers how to stop listening. */
  onChange(listener: (revision: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Reads the files if one of them has changed. */
  read(): void {
    const text = readText(this.path);
    const sources = [text, ...this.filesBeside(text).map(readText)];
    const revision = createHash("sha256").update(sources.join("\0")).digest("hex").slice(0, 16);
    if (revision === this.revision) return;
    const { config, isBad, findings } = this.check(text);
    // While there was no earlier one, what can be read is better than nothing.
    if (config && (!isBad || this.config === NOTHING)) {
      this.config = config;
      this.texts = textsIn(text, this.textPath);
    }
    this.findings = findings;
    this.revision = revision;
    if (this.watched) this.watchFiles(text);
    for (const listener of this.listeners) listener(revision);
  }

  private readonly onEdit = () => this.read();

  /** What a text is judged by: the promises that it keeps, and the texts that it names. */
  private filesBeside(text: string): string[] {
    return [join(dirname(this.path), "nav.expect.json"), ...textFiles(text, this.textPath)];
  }

  private watchFiles(text: string): void {
    const paths = [this.path, ...this.filesBeside(text)];
    const before = this.watched ?? [];
    for (const path of before) if (!paths.includes(path)) unwatchFile(path, this.onEdit);
    for (const path of paths) if (!before.includes(path)) watchFile(path, { interval: WATCH_MS }, this.onEdit);
    this.watched = paths;
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
