// The difference of two texts in the form that `patch` and people read: changed lines, with their places.

/** Beyond this, a stretch of changed lines is told as one. */
const MOST_COMPARISONS = 4_000_000;

/** Lines that two lists have in common, as pairs of places; the longest such sequence. */
function common(old: readonly string[], next: readonly string[]): [number, number][] {
  if (old.length * next.length > MOST_COMPARISONS) return [];
  const width = next.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = next.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        old[i] === next[j]
          ? 1 + (lengths[(i + 1) * width + j + 1] as number)
          : Math.max(lengths[(i + 1) * width + j] as number, lengths[i * width + j + 1] as number);
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < old.length && j < next.length; ) {
    if (old[i] === next[j]) pairs.push([i++, j++]);
    else if ((lengths[(i + 1) * width + j] as number) >= (lengths[i * width + j + 1] as number)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** The lines of a unified diff without context; nothing where both texts are the same. */
export function patch(file: string, before: string, after: string): string[] {
  if (before === after) return [];
  const [old, next] = [before.split("\n"), after.split("\n")];
  let head = 0;
  while (head < Math.min(old.length, next.length) && old[head] === next[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(old.length, next.length) - head && old.at(-1 - tail) === next.at(-1 - tail)) tail += 1;
  const [middleOld, middleNext] = [old.slice(head, old.length - tail), next.slice(head, next.length - tail)];
  const lines = [`--- ${file}`, `+++ ${file}`];
  let [i, j] = [0, 0];
  for (const [a, b] of [...common(middleOld, middleNext), [middleOld.length, middleNext.length] as const]) {
    if (a > i || b > j) {
      lines.push(`@@ -${range(head + i, a - i)} +${range(head + j, b - j)} @@`);
      lines.push(
        ...middleOld.slice(i, a).map((line) => `-${line}`),
        ...middleNext.slice(j, b).map((line) => `+${line}`),
      );
    }
    [i, j] = [a + 1, b + 1];
  }
  return lines;
}

/** The first line and how many, as a unified diff counts: of no lines, the line before them. */
function range(start: number, count: number): string {
  return count === 1 ? `${start + 1}` : `${count === 0 ? start : start + 1},${count}`;
}
