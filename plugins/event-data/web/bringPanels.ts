// What opens beside or over the list is the largest code of the area: it comes after the first rows, or with what is opened first.

type Panels = typeof import("./panels.ts");

let here: Panels | undefined;

/** The panels if their code is here already. */
export const readyPanels = () => here;

export async function bringPanels(): Promise<Panels> {
  here ??= await import("./panels.ts");
  return here;
}

/** Brings it ahead of the click; a failure is said when it is needed. */
export function preparePanels(): void {
  bringPanels().catch(() => undefined);
}
