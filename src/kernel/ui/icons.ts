// The outlines that the frame itself draws; entries of the navigation bring theirs from the server.

export { default as arrowLeft } from "@blueprintjs/icons/lib/esm/generated/16px/paths/arrow-left";
export { default as caretRight } from "@blueprintjs/icons/lib/esm/generated/16px/paths/chevron-right";
export { default as cross } from "@blueprintjs/icons/lib/esm/generated/16px/paths/cross";
export { default as selector } from "@blueprintjs/icons/lib/esm/generated/16px/paths/double-caret-vertical";
export { default as copy } from "@blueprintjs/icons/lib/esm/generated/16px/paths/duplicate";
export { default as error } from "@blueprintjs/icons/lib/esm/generated/16px/paths/error";
export { default as eyeOff } from "@blueprintjs/icons/lib/esm/generated/16px/paths/eye-off";
export { default as eye } from "@blueprintjs/icons/lib/esm/generated/16px/paths/eye-open";
export { default as history } from "@blueprintjs/icons/lib/esm/generated/16px/paths/history";
export { default as information } from "@blueprintjs/icons/lib/esm/generated/16px/paths/info-sign";
export { default as lock } from "@blueprintjs/icons/lib/esm/generated/16px/paths/lock";
export { default as logOut } from "@blueprintjs/icons/lib/esm/generated/16px/paths/log-out";
export { default as menu } from "@blueprintjs/icons/lib/esm/generated/16px/paths/menu";
export { default as more } from "@blueprintjs/icons/lib/esm/generated/16px/paths/more";
export { default as add } from "@blueprintjs/icons/lib/esm/generated/16px/paths/plus";
export { default as refresh } from "@blueprintjs/icons/lib/esm/generated/16px/paths/refresh";
export { default as search } from "@blueprintjs/icons/lib/esm/generated/16px/paths/search";
export { default as openOutside } from "@blueprintjs/icons/lib/esm/generated/16px/paths/share";
export { default as swap } from "@blueprintjs/icons/lib/esm/generated/16px/paths/swap-horizontal";
export { default as tick } from "@blueprintjs/icons/lib/esm/generated/16px/paths/tick";
export { default as tickCircle } from "@blueprintjs/icons/lib/esm/generated/16px/paths/tick-circle";
export { default as undo } from "@blueprintjs/icons/lib/esm/generated/16px/paths/undo";
export { default as person } from "@blueprintjs/icons/lib/esm/generated/16px/paths/user";
