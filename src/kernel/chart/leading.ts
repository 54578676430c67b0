// Where places and amounts of a figure lead. Pure.
import type { Figure } from "#schemas/figure.ts";

/** Where an amount leads: to the rows that it counts. None has no rows. */
export function amountPath({ along, series }: Figure, of: number, at: number): string | undefined {
  const { path, keys = along.places, values = [] } = series[of] ?? {};
  return path && values[at] ? path.replace("{place}", encodeURIComponent(keys[at] ?? "")) : undefined;
}

/** Where a whole place leads. */
export function placePath(figure: Figure, at: number): string | undefined {
  return figure.paths?.[at] || (figure.series.length === 1 ? amountPath(figure, 0, at) : undefined);
}
