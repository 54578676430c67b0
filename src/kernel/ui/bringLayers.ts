// Brings what is laid over a page: menus and dialogs. Their part of Blueprint is larger than most screens and is seldom wanted
// at once, so it comes after the page, or with the pointer that goes to a button.

type Layers = typeof import("./layers.ts");

let here: Layers | undefined;
let coming: Promise<Layers> | undefined;

/** The layers if their code is here already. */
export function readyLayers(): Layers | undefined {
  return here;
}

/** Brings them once; after a failure the next one asks anew. */
export function bringLayers(): Promise<Layers> {
  coming ??= import("./layers.ts").then((layers) => {
    here = layers;
    return layers;
  });
  coming.catch(() => {
    coming = undefined;
  });
  return coming;
}

/** Brings them ahead of the click; a failure is said when they are needed. */
export function prepareLayers(): void {
  bringLayers().catch(() => undefined);
}
