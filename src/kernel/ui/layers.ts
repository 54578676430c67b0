// What is laid over a page, in one part that is brought by bringLayers.ts.
export { DialogFrame } from "./DialogFrame.tsx";
export { OpenMenu } from "./OpenMenu.tsx";
