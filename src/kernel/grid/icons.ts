// The outlines that the list's own buttons draw.

export { default as densityIcon } from "@blueprintjs/icons/lib/esm/generated/16px/paths/align-justify";
export { default as columnsIcon } from "@blueprintjs/icons/lib/esm/generated/16px/paths/column-layout";
export { default as chartIcon } from "@blueprintjs/icons/lib/esm/generated/16px/paths/horizontal-bar-chart";
