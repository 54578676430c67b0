// The rules of `nav lint`.
import { alwaysTrue } from "./nav/alwaysTrue.ts";
import { duplicateEntry } from "./nav/duplicateEntry.ts";
import { duplicateId } from "./nav/duplicateId.ts";
import { emptyGroup } from "./nav/emptyGroup.ts";
import { flagExpired } from "./nav/flagExpired.ts";
import { formerId } from "./nav/formerId.ts";
import { hiddenExpired } from "./nav/hiddenExpired.ts";
import { hiddenReason } from "./nav/hiddenReason.ts";
import { impossibleCondition } from "./nav/impossibleCondition.ts";
import { linkAddress } from "./nav/linkAddress.ts";
import { looserThanGroup } from "./nav/looserThanGroup.ts";
import { looserThanRoute } from "./nav/looserThanRoute.ts";
import { missingLabel } from "./nav/missingLabel.ts";
import { missingReason } from "./nav/missingReason.ts";
import { neverEnabled } from "./nav/neverEnabled.ts";
import { neverVisible } from "./nav/neverVisible.ts";
import { oneKind } from "./nav/oneKind.ts";
import { pastWindow } from "./nav/pastWindow.ts";
import { promise } from "./nav/promise.ts";
import { roleDirection } from "./nav/roleDirection.ts";
import { unknownFlag } from "./nav/unknownFlag.ts";
import { unknownFormat } from "./nav/unknownFormat.ts";
import { unknownGroup } from "./nav/unknownGroup.ts";
import { unknownIcon } from "./nav/unknownIcon.ts";
import { unknownPermission } from "./nav/unknownPermission.ts";
import { unknownRef } from "./nav/unknownRef.ts";
import { unknownRoute } from "./nav/unknownRoute.ts";
import { unknownVariable } from "./nav/unknownVariable.ts";
import { unplaced } from "./nav/unplaced.ts";
import type { Rule } from "./rule.ts";

export const navRules: readonly Rule[] = [
  unknownRef,
  formerId,
  unknownFlag,
  unknownPermission,
  unknownFormat,
  unknownGroup,
  unknownRoute,
  unknownIcon,
  unknownVariable,
  linkAddress,
  duplicateEntry,
  duplicateId,
  oneKind,
  missingLabel,
  missingReason,
  impossibleCondition,
  alwaysTrue,
  neverVisible,
  neverEnabled,
  roleDirection,
  looserThanGroup,
  looserThanRoute,
  hiddenExpired,
  hiddenReason,
  emptyGroup,
  unplaced,
  flagExpired,
  pastWindow,
  promise,
];
