// A change that comes too late: somebody else has saved in between, or taken the thing away.
import { ApiProblem } from "../api/problem.ts";

/** The answer of a call about a thing; where the thing is no longer there, `forget` is told. The problem is thrown on. */
export async function forgetIfGone<Answer>(
  call: Promise<Answer>,
  forget: (problem: ApiProblem) => void,
): Promise<Answer> {
  try {
    return await call;
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.code === "not_found") forget(problem);
    throw problem;
  }
}

/**
 * The answer of a change. Where the change came too late (`stale`), the thing as it is now is handed to `take` first, so that
 * the next attempt starts from there; where the thing is no longer there, `forget` is told. The problem is thrown on.
 */
export async function learnIfStale<Answer, Current>(
  call: Promise<Answer>,
  take: (current: Current) => void,
  forget: (problem: ApiProblem) => void = () => undefined,
): Promise<Answer> {
  try {
    return await forgetIfGone(call, forget);
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.code === "stale") take(problem.current as Current);
    throw problem;
  }
}
