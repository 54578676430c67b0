// Decisions about spans of days. Pure.
import { fieldProblem } from "#server";
import { LONGEST_SPAN } from "../contract.ts";

const DAY = 86_400_000;

/** Refuses a span that ends before it begins, or that is too long to be told at once. */
export function checkSpan(from: string, to: string): void {
  const days = (Date.parse(to) - Date.parse(from)) / DAY + 1;
  if (!(days >= 1 && days <= LONGEST_SPAN)) {
    throw fieldProblem(
      "insights.span",
      "to",
      "The span must begin before it ends and last two years at most",
      "insights:problem.span",
    );
  }
}
