// The button of a notice that brings back what the person has just removed.
import { undoRemoval } from "#schemas/removal.ts";
import { asProblem, fieldText, problemText } from "../api/problem.ts";
import { formatNumber } from "../i18n/formats.ts";
import { loadTexts } from "../i18n/setup.ts";
import type { Env } from "./env.ts";
import type { Notice } from "./NoticesStore.ts";

/** What has been removed, as the history calls it and as people do. */
export interface RemovedOne {
  eventId: number;
  type: string;
  id: number;
  name: string;
}

/**
 * Offers to undo a removal as long as its notice stands, and again where that did not work. `onBack` is told under which id it stands.
 * @example
 * notices.success(t("agenda:removed", { title }), { action: offerUndo(env(self), removed, () => self.listSessions(eventId)) });
 */
export function offerUndo(
  env: Env,
  { eventId, name, ...body }: RemovedOne,
  onBack: (id: number) => void,
): NonNullable<Notice["action"]> {
  const { api, notices, t } = env;
  const run = async (): Promise<void> => {
    try {
      const { id, lost } = await api.call(undoRemoval, { params: { eventId }, body });
      await loadAreas(lost.map(({ label }) => label));
      const losses = lost.map(({ label, count }) => t(label, { count, number: formatNumber(count) }));
      notices.success([t("common:undone", { name }), ...losses].join(" "));
      onBack(Number(id));
    } catch (error) {
      const problem = asProblem(error);
      if (problem.silent) return;
      // What is refused stays refused.
      const again = problem.code.startsWith("removal.") || problem.code === "not_found" ? undefined : run;
      await loadAreas(Object.values(problem.reasons).map(({ text }) => text));
      const why = Object.keys(problem.fields).map((field) => fieldText(problem, field, t));
      notices.error([problemText(problem, t), ...why].join(" · "), {
        title: t("common:undoFailed"),
        requestId: again && problem.requestId,
        action: again && { label: t("common:retry"), run: () => void again() },
      });
    }
  };
  return { label: t("common:undo"), run: () => void run() };
}

/** The texts of the areas that these keys are of. */
async function loadAreas(keys: readonly string[]): Promise<void> {
  await Promise.allSettled(keys.map((key) => loadTexts(key.split(":")[0] as string)));
}
