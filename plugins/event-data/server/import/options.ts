// What the person has chosen for an import.
import type { ImportContext } from "#server";
import type { ImportKey, ThingImportDraft } from "../../contract.ts";
import type { Encoding, FileFacts } from "./read/table.ts";

/** How a file is to be imported; what is left open is found out. */
export interface ImportOptions {
  format?: FileFacts["format"] | undefined;
  sheet?: string | undefined;
  encoding?: Encoding | undefined;
  separator?: string | undefined;
  typeId?: number | undefined;
  /** The job whose file this is about, if it is not the job's own. */
  file?: number | undefined;
  /** Rows that the file is known to have. */
  rows?: number | undefined;
  mode: ImportContext["mode"];
  key: ImportKey;
  clearsBlanks: boolean;
  write: ThingImportDraft["write"] & string;
  /** Whether tickets that are cancelled come in as well. */
  takesCancelled?: boolean | undefined;
  /** Lines as a person has mended them, and the only ones that this is about. */
  mended?: readonly { line: number; cells: string[] }[] | undefined;
  only?: readonly number[] | undefined;
  /** Lines besides those that have not come in: they keep no other away. */
  refused?: ReadonlySet<number> | undefined;
  /** Whether lines that are left out are told with their cells, to be mended at once. */
  tellsLines?: boolean | undefined;
  /** Whether what was before is kept, so that the import can be undone, unless the file turns out to have too many lines. */
  keepsBefore?: boolean | undefined;
  columns?: readonly { at: number; field: string | null }[] | undefined;
  locale: string;
}
