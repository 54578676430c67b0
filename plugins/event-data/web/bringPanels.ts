// What opens beside or over the list is the largest code of the area: it comes after the first rows, or with what is opened first.

export const bringPanels = () => import("./panels.ts");

/** Brings it ahead of the click; a failure is said when it is needed. */
export function preparePanels(): void {
  bringPanels().catch(() => undefined);
}
