// Links that were taken away and are made again, also where the panel of their kind has been closed by then.
import { runInAction } from "mobx";
import { type Env, formatNumber, problemText, t } from "#web";
import type { Kind, TakenLink } from "../contract.ts";
import type { RelationshipsStoreInstance } from "./store.ts";

export async function putBack(
  store: Pick<RelationshipsStoreInstance, "putLinksBack" | "restoring" | "broughtBack">,
  notices: Pick<Env["notices"], "success" | "error">,
  eventId: number,
  kind: Pick<Kind, "id" | "name">,
  links: readonly TakenLink[],
): Promise<void> {
  const answer = await store.putLinksBack(eventId, kind.id, links);
  if (answer) {
    const { made, existing } = answer;
    const say = (key: string, count: number) =>
      t(`relationships:links.${key}`, { count, number: formatNumber(count), name: kind.name });
    const left = (["gone", "refused"] as const).filter((key) => answer[key] > 0);
    const notBack = left.map((key) => say(key === "gone" ? "backGone" : "backRefused", answer[key])).join(" ");
    if (made + existing === 0) {
      return void notices.error(notBack, { title: t("relationships:links.noneBack", { name: kind.name }) });
    }
    runInAction(() => store.broughtBack.set(store.broughtBack.get() + 1));
    return void notices.success(`${say("back", made + existing)} ${notBack}`.trim());
  }
  const { problem } = store.restoring;
  if (!problem) return;
  const again = { label: t("common:retry"), run: () => void putBack(store, notices, eventId, kind, links) };
  notices.error(problemText(problem, t), {
    title: t("relationships:links.noneBack", { name: kind.name }),
    action: problem.code === "not_found" ? undefined : again,
  });
}
