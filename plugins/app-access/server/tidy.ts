// Links that ended long ago are forgotten: until then whoever opens one is told that it has ended.
import type { TidyContext } from "#server";
import { forgetLinks } from "./repository.ts";

const KEPT_MS = 90 * 24 * 3_600_000;
const AT_ONCE = 5000;

export async function tidyLinks({ db, now }: Pick<TidyContext, "db" | "now">): Promise<void> {
  await forgetLinks(db, new Date(now.getTime() - KEPT_MS).toISOString(), AT_ONCE);
}
