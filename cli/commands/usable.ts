// A project whose files can all be used; otherwise one sentence that names the first fault.
import { faultOf, type Project, spoken } from "#schemas/lint/project.ts";
import { EXIT, Failure } from "../outcome.ts";

export function usableProject(project: Project): Project {
  const fault = faultOf(project);
  if (fault)
    throw new Failure(
      `${spoken(fault)} ${fault.message}${fault.suggestion ? ` (${fault.suggestion})` : ""}`,
      fault.fatal ? EXIT.failure : EXIT.findings,
    );
  return project;
}
