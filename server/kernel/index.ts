// #server: the only module of the house that an area's server part may import.
export { sql } from "kysely";
export { type Condition, evaluate } from "#schemas/condition.ts";
export { fold, foldsPlainly, wordsOf } from "#schemas/fold.ts";
export { type ApiTokenRecord, apiTokens } from "../core/accounts/apiTokenRows.ts";
export { newApiToken, resourceOf, scopeOf } from "../core/accounts/apiTokens.ts";
export { isLeaked } from "../core/accounts/leaked.ts";
export {
  checkMailDomain,
  countFactors,
  findLoginRules,
  type LoginRules,
  rulesFor,
  saveLoginRules,
} from "../core/accounts/loginRules.ts";
export {
  countSuperAdmins,
  findMemberOf,
  findMembershipOf,
  listMembersOf,
  type MemberRecord,
  rulesElsewhere,
  saveMemberOf,
} from "../core/accounts/members.ts";
export { isWithin, networkOf } from "../core/accounts/networks.ts";
export { hashPassword, isPassword } from "../core/accounts/passwords.ts";
export {
  addMembership,
  asUser,
  checkEventsOfApp,
  createPerson,
  endAllSessionsOf,
  endOtherSessionsOf,
  endSessionOf,
  findPerson,
  findPersonByEmail,
  listSessionsOf,
  namesOf,
  peopleCalled,
  savePerson,
} from "../core/accounts/people.ts";
export { excessOf, type Grant, keysOf, type Power } from "../core/accounts/power.ts";
export { seal } from "../core/accounts/seal.ts";
export {
  adoptFactor,
  factorOf,
  fits,
  hasSecondFactor,
  renewRecovery,
  resetFactor,
  setUpFactor,
  setupOf,
  takeCode,
} from "../core/accounts/secondFactor.ts";
export { beginSession } from "../core/accounts/sessions.ts";
export {
  countIdentities,
  domainsTaken,
  findProvider,
  forgetIdentity,
  type Provider,
  removeProvider,
  saveProvider,
  sealedFor,
} from "../core/accounts/sso/providers.ts";
export { redirectUriOf } from "../core/accounts/sso/routes.ts";
export { finishTrial, startTrial } from "../core/accounts/sso/trial.ts";
export { noteSuccess, withTry } from "../core/accounts/throttle.ts";
export { hashToken, newToken } from "../core/accounts/tokens.ts";
export { hasFeature } from "../core/apps/features.ts";
export { localesOf } from "../core/apps/locales.ts";
export {
  type AuditEntry,
  type AuditSource,
  changes,
  firstAuditOf,
  listAuditNaming,
  listAuditOf,
  oldestAuditOf,
  toldOf,
} from "../core/audit/audit.ts";
export { bringBack, byRules, holdObject, isLast } from "../core/audit/bringBack.ts";
export { type Erasable, type ErasableAsking, erasable, type Forgotten } from "../core/audit/erasable.ts";
export { ERASE, Erasure, type Gone } from "../core/audit/erase.ts";
export { CHANGES_TOLD, changeOf, type LatestLine, latestAudit, latestOf } from "../core/audit/latest.ts";
export {
  type AuditRow,
  auditList,
  countAuditDays,
  findAuditLine,
  lastAuditLabels,
  removedFacts,
} from "../core/audit/list.ts";
export { askedFields, namesIn, type Referred, type ReferredAsking, referred } from "../core/audit/referred.ts";
export { toldAmong, toldId, toldToday } from "../core/audit/told.ts";
export { type Alike, alikeSince, listTypesOfEach } from "../core/events/alike.ts";
export { mayOpen } from "../core/events/events.ts";
export {
  addTypesTo,
  allowedEventOf,
  createEventOf,
  type EventValues,
  openEventsOf,
  saveEventOf,
} from "../core/events/manage.ts";
export {
  claimTypeOf,
  createTypeOf,
  type EventTypeRow,
  giveTypeTo,
  listEventNamesOf,
  listEventTypesOf,
  listTypeRows,
  listTypesInEvent,
  lockTypesOf,
  placeTypesOf,
  removeTypeOf,
  saveTypeOf,
  saveTypesInEvent,
  type TypeRow,
  takeTypeFrom,
} from "../core/events/manageTypes.ts";
export {
  appAndZoneOf,
  holdAppTypes,
  holdTypes,
  isTypeCalled,
  listAppTypesOf,
  listEventIdsOf,
  listTypesOf,
  nameInEvent,
  type TypeOfEvent,
  zoneOf,
} from "../core/events/types.ts";
export { forgetReplies } from "../core/idempotency/idempotency.ts";
export { IMPORT_JOB } from "../core/imports/routes.ts";
export {
  actsToUndo,
  findGoingJob,
  findJobOrder,
  findOwnJob,
  findOwnJobAfter,
  type GoingJob,
  type OwnJob,
} from "../core/jobs/find.ts";
export { emptyJobs } from "../core/jobs/forget.ts";
export { askedAgain, mustStillBeAllowed } from "../core/jobs/stillAllowed.ts";
export { countMail, findMail, forgetLetters, localeOf, mailList, retryMail } from "../core/mail/outbox.ts";
export { checkNavigation } from "../core/navigation/check.ts";
export { permissionsOf, roleName } from "../core/roles/roles.ts";
export { type Dialect, likePattern } from "../db/dialect.ts";
export { SLOW, slowly } from "../db/lane.ts";
export { atCommit } from "../db/lastWords.ts";
export { send } from "../db/line.ts";
export type { Migration } from "../db/migrate.ts";
export { ready, readyRows } from "../db/ready.ts";
export {
  giveIdsBack,
  insertAs,
  insertRows,
  isOfEvent,
  isOneOf,
  removeInBlocks,
  sendAs,
  takeIds,
  type Value,
} from "../db/rows.ts";
export { allDone } from "./allDone.ts";
export {
  BESIDE_TEXT,
  type BesideCount,
  beginBeside,
  besideCome,
  besideComes,
  besideComesEach,
  besideOf,
  besideOrder,
  besideVersion,
  holdBeside,
  type KeptBeside,
  lackingBeside,
  listBeside,
  readyBeside,
  stopBeside,
} from "./beside.ts";
export {
  besideNow,
  findTold,
  isLongToTell,
  isTold,
  lackingTold,
  nextTold,
  noteTold,
  TELLING,
  TOLD_NONE,
  type ToldBy,
  takeStale,
  tell,
  tellBy,
  toldByRules,
} from "./besideTold.ts";
export { clearing } from "./clearing.ts";
export type { AppAccess, Context, Db, EventRow, Who } from "./context.ts";
export { type EventCopying, eventCopying } from "./copying.ts";
export { dayIn, daysBetween, isZone, zoned } from "./days.ts";
export { jsonInTurns } from "./jsonText.ts";
export {
  conditionOf,
  type Found,
  type ListField,
  type ListScope,
  type ListSpec,
  planList,
} from "./list.ts";
export { type ListResult, listRows, listText } from "./listAnswer.ts";
export { eachBlock } from "./listBlocks.ts";
export { boundsOf, startsOf } from "./listDays.ts";
export { checkGrouped, listGroups } from "./listGroup.ts";
export { type KeptOrder, keptTexts } from "./listKept.ts";
export { listPlace } from "./listPlace.ts";
export { keyOf as keyInOrder, questionProblem, unknownOp } from "./listWhere.ts";
export { type Offered, type OfferKey, type Offers, offerKey } from "./offers.ts";
export { pause } from "./pause.ts";
export {
  type DemoContext,
  defineServerPlugin,
  type ImportContext,
  type Importer,
  type JobContext,
  type JobHandler,
  type ReversalLosses,
  type Revertible,
  type ServerPlugin,
  type TidyContext,
} from "./plugins.ts";
export { fieldProblem, ProblemError, problem } from "./problem.ts";
export { type FileReply, type Route, route } from "./route.ts";
export { filled } from "./streamedBody.ts";
export { audience, type TellContext, type Telling, type Told, telling } from "./telling.ts";
export {
  type MergingTypes,
  type TypeEffect,
  type TypeMerging,
  type TypePair,
  type TypeUse,
  type TypeUser,
  typeUser,
} from "./typeUse.ts";
