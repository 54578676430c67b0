// One process at a time: the next begins when the one before it has ended, however often it is asked for meanwhile.

/** Keeps one process of those that `begin` starts. `restart` puts another in its place; `end` ends it for good and then calls back. */
export function restarts(begin) {
  let running;
  let asked = false;
  const isRunning = () => running !== undefined && running.exitCode === null && running.signalCode === null;
  const replace = (next) => {
    if (!isRunning()) return next();
    running.once("exit", next);
    running.kill("SIGTERM");
  };
  let ended = false;
  return {
    restart() {
      if (asked || ended) return;
      asked = true;
      replace(() => {
        asked = false;
        if (!ended) running = begin();
      });
    },
    end(then) {
      ended = true;
      replace(then);
    },
  };
}
