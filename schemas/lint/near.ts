// Finds the word that was probably meant.

/** The nearest of some words: the same but for case, or a few letters away. */
export function nearest(word: string, words: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  const lower = word.toLowerCase();
  for (const candidate of words) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = distanceOf(lower, candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** The one word that can have been meant: nearer than every other, and no more than two letters away. */
export function onlyNear(word: string, words: Iterable<string>): string | undefined {
  const limit = Math.min(2, Math.max(1, Math.floor(word.length / 3))) + 1;
  const lower = word.toLowerCase();
  let best: string[] = [];
  let bestDistance = limit;
  for (const candidate of new Set(words)) {
    if (candidate === word || Math.abs(candidate.length - word.length) >= limit) continue;
    const distance = distanceOf(lower, candidate.toLowerCase(), limit);
    if (distance >= limit || distance > bestDistance) continue;
    best = distance < bestDistance ? [candidate] : [...best, candidate];
    bestDistance = distance;
  }
  return best.length === 1 ? best[0] : undefined;
}

/** `did you mean "x"?`, or nothing. */
export function didYouMean(word: string, words: Iterable<string>): string | undefined {
  const near = nearest(word, words);
  return near === undefined ? undefined : `did you mean "${near}"?`;
}

/** Letters to insert, remove, change or swap; stops counting at `limit`. */
function distanceOf(a: string, b: string, limit: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (last[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(change, (last[j] as number) + 1, (row[j - 1] as number) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] as number) + 1);
      row.push(cost);
    }
    if (Math.min(...row) >= limit) return limit;
    before = last;
    last = row;
  }
  return last[b.length] as number;
}
