// `vi.waitFor` waits one second unless told otherwise; on a busy machine what is awaited may take longer.
import { vi } from "vitest";

const PATIENCE_MS = 15_000;
const { waitFor } = vi;

vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === "number" ? options : { timeout: PATIENCE_MS, ...options });
