// Askings of which each takes the place of the one before: what nobody waits for any more is given up, on the server too.
import { cancelJob } from "#schemas/core.ts";
import type { ApiClient } from "../api/client.ts";

/** Who is asked for now. */
export interface Turns {
  /** Whether an asking has been begun and has not come to its end. */
  readonly isTaken: boolean;
  /** Gives up the asking before, and answers what tells of the end of this one. */
  take(): AbortSignal;
  /** The asking has come to its end: there is nothing to be given up. */
  end(): void;
}

/**
 * The volatile field of a store whose askings take each other's place.
 * @example
 * .volatile(() => ({ lookTurns: turns() }))
 * … api.call(getOverlap, { params, signal: self.lookTurns.take() })
 */
export function turns(): Turns {
  let last: AbortController | undefined;
  return {
    get isTaken() {
      return last !== undefined;
    },
    take() {
      last?.abort();
      last = new AbortController();
      return last.signal;
    },
    end() {
      last = undefined;
    },
  };
}

/**
 * The answer of what starts a job. Once the signal is given the job is called off, also where it was given before the job was known.
 * @example const { job } = yield* wait(calledOff(signal, api, api.call(countSets, { params, body })));
 */
export function calledOff<Answer extends { job: { id: number } }>(
  signal: AbortSignal,
  api: Pick<ApiClient, "call">,
  starting: Promise<Answer>,
): Promise<Answer> {
  return starting.then((answer) => {
    const params = { jobId: answer.job.id };
    // Where that fails it comes to its end by itself, and nobody reads what it says.
    const stop = () => void api.call(cancelJob, { params }).catch(() => undefined);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    return answer;
  });
}
