// What goes with profiles is said in the words of the areas that lose it.
import { loadTexts } from "#web";
import type { Loss } from "../contract.ts";

/** Brings the texts of what is lost: nothing else on the screen may have needed them. */
export async function lossTexts(losses: readonly Loss[] = []): Promise<void> {
  const areas = new Set(losses.map(({ label }) => label.split(":")[0] as string));
  await Promise.all([...areas].map(loadTexts));
}
