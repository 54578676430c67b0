// Beside a list whose address names something that is not there, or that did not come.
import { commonProblems } from "#schemas/problem.ts";
import type { ApiProblem } from "../api/problem.ts";
import { t } from "../i18n/setup.ts";
import { SidePanel } from "./Panel.tsx";
import { ProblemView } from "./states.tsx";

interface Props {
  /** Why it did not come; without one it is not there. */
  problem?: ApiProblem | undefined;
  retry?: () => void;
  onClose: () => void;
}

const NOT_FOUND = { code: "not_found", message: commonProblems.not_found.message };

/**
 * What stands where a row would be open.
 * @example side={wanted && rows && !opened && <GonePanel onClose={close} />}
 */
export function GonePanel({ problem, retry, onClose }: Props) {
  const shown = problem ?? NOT_FOUND;
  return (
    <SidePanel title={t(shown.code === "not_found" ? "common:gone.title" : "common:problem.title")} onClose={onClose}>
      <ProblemView problem={shown} {...(retry && { retry })} back={onClose} />
    </SidePanel>
  );
}
