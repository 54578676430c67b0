// Which deed a long task of the page belonged to, and for how much of it the page had the processor: the rest was taken by others.

/** Does a deed while the browser notes the tasks of the page's own thread. */
export async function noted(browser, page, name, deed) {
  await browser.startTracing(page, { categories: ["toplevel"] });
  const from = Date.now();
  await deed(page);
  const to = Date.now();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  return { name, from, to, tasks: tasksIn(traceEvents) };
}

function tasksIn(events) {
  const pages = new Set(
    events.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(threadOf),
  );
  return events
    .filter((event) => event.dur > 40_000 && event.name.endsWith("::RunTask") && pages.has(threadOf(event)))
    .map(({ dur, tdur = 0 }) => ({ ms: dur / 1000, own: tdur / 1000 }));
}

const threadOf = ({ pid, tid }) => `${pid}/${tid}`;

/**
 * The longest tasks with their deeds, in words, and the one that had the processor longest: that says the same on a busy machine.
 * `long` are the page's own, each with its instant on the clock of the wall.
 */
export function tellLongest(long, deeds, count = 3) {
  const longest = long.toSorted((a, b) => b.ms - a.ms).slice(0, count);
  const told = longest.map(({ at, ms }) => {
    const deed = deeds.find(({ from, to }) => at >= from && at <= to);
    const task = deed?.tasks.toSorted((a, b) => Math.abs(a.ms - ms) - Math.abs(b.ms - ms))[0];
    const own = task && Math.abs(task.ms - ms) < ms / 10 ? ` (${Math.round(task.own)} with the processor)` : "";
    return `${deed?.name ?? "between two deeds"} ${Math.round(ms)} ms${own}`;
  });
  const [most] = deeds
    .flatMap(({ name, tasks }) => tasks.map(({ own }) => ({ name, own })))
    .sort((a, b) => b.own - a.own);
  if (most) told.push(`most processor: ${most.name} ${Math.round(most.own)} ms`);
  return told.join("; ");
}
