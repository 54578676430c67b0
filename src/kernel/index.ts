// #web: all that a feature area's browser side sees of the house.

export { instantOf, localTime } from "#schemas/time.ts";
export type { ApiClient, CallInput } from "./api/client.ts";
export { ApiProblem, fieldText, problemText } from "./api/problem.ts";
export { prepareChart } from "./chart/bringChart.ts";
export { Chart, type ChartProps, Charts, Picture, type PictureProps } from "./chart/Chart.tsx";
export { Net } from "./chart/Net.tsx";
export { FieldsScreen } from "./fields/FieldsScreen.tsx";
export type { FieldCalls } from "./fields/fieldCalls.ts";
export { type FieldsStoreInstance, fieldsStore } from "./fields/fieldsStore.ts";
export { AnswerFields } from "./form/AnswerFields.tsx";
export { answerErrors, answerText } from "./form/answers.ts";
export { BothChanged } from "./form/BothChanged.tsx";
export { rebase } from "./form/baseline.ts";
export { Choice } from "./form/Choice.tsx";
export { compared, type Facts } from "./form/compared.ts";
export { EventBoxes } from "./form/EventBoxes.tsx";
export type { FileActs } from "./form/FileField.tsx";
export { FormPanel } from "./form/FormPanel.tsx";
export { FieldBeside, type FieldDrawn } from "./form/fieldBeside.ts";
export {
  CheckField,
  DateTimeField,
  FieldFrame,
  type FieldProps,
  NumberField,
  type Option,
  PasswordField,
  SelectField,
  TextAreaField,
  TextField,
} from "./form/fields.tsx";
export { LeaveGuard } from "./form/LeaveGuard.tsx";
export { useLate } from "./form/useLate.ts";
export { validateWith } from "./form/validateWith.ts";
export { viewOf, withView } from "./grid/address.ts";
export { prepareGrid } from "./grid/bringGrid.ts";
export { DataGrid } from "./grid/DataGrid.tsx";
export type * from "./grid/grid.ts";
export { selectionOf } from "./grid/selection.ts";
export { countryName, countryOptions } from "./i18n/countries.ts";
export {
  aboutSo,
  formatDate,
  formatDateTime,
  formatDay,
  formatNumber,
  formatTime,
  languageName,
  ownDateTime,
  ownZone,
} from "./i18n/formats.ts";
export { languageHere } from "./i18n/languages.ts";
export { namespacesIn } from "./i18n/namespacesIn.ts";
export { currentLocale, languageTag, loadTexts, t } from "./i18n/setup.ts";
export { useLanguageRead } from "./i18n/useLanguageRead.ts";
export { roleText, say } from "./i18n/words.ts";
export { type NavPreview, useNavPreview } from "./nav/preview.ts";
export { useNavPlace } from "./nav/useNavPlace.ts";
export { useOpenedRow } from "./nav/useOpenedRow.ts";
export type { NavEntryView, NavGroupView, NavNodeView } from "./nav/view.ts";
export { type DialogProps, defineWebPlugin, type WebPlugin } from "./plugin/defineWebPlugin.ts";
export type { Finder, FinderQuestion, Found } from "./plugin/finder.ts";
export type { ScreenPart, TabPart } from "./plugin/tabPart.ts";
export { useAreaNames } from "./plugin/useAreaNames.ts";
export { type Part, type Slot, useParts, useSlot } from "./plugin/useParts.ts";
export { type Begun, begunIn, untilSeen } from "./store/begun.ts";
export { type Env, env, type SessionRead } from "./store/env.ts";
export { type HowFar, howFar, jobEnd, mustBeDone } from "./store/jobs.ts";
export { answerIn, endJourney, journeyOf, newBinding, setOut } from "./store/journey.ts";
export { type JobsStore, keptJobs } from "./store/keptJobs.ts";
export { offerUndo } from "./store/offerUndo.ts";
export { ongoing } from "./store/ongoing.ts";
export type { SessionStoreInstance } from "./store/SessionStore.ts";
export { forgetIfGone, learnIfStale } from "./store/stale.ts";
export { type Tracking, tracked, trackedOf, tracking, trackings, wait } from "./store/tracked.ts";
export { calledOff, turns } from "./store/turns.ts";
export { useLeft } from "./store/useLeft.ts";
export { useEnv, useRoot, useSession, useStore } from "./store/useStore.ts";
export { useTold } from "./store/useTold.ts";
export { type FileWay, fileSent, jobShown, Waiting, type WaitingInstance } from "./store/waiting.ts";
export { AheadChoice } from "./ui/AheadChoice.tsx";
export { Avatar } from "./ui/Avatar.tsx";
export { type Bringing, useArriving } from "./ui/arriving.tsx";
export { Breakable } from "./ui/Breakable.tsx";
export { Button, type ButtonProps } from "./ui/Button.tsx";
export { ChangeList } from "./ui/ChangeList.tsx";
export { Confirm } from "./ui/Confirm.tsx";
export { type Clash, Conflict } from "./ui/Conflict.tsx";
export { Counts } from "./ui/Counts.tsx";
export { DeviceLine } from "./ui/DeviceLine.tsx";
export { Dialog } from "./ui/Dialog.tsx";
export { download } from "./ui/download.ts";
export { EventChoice } from "./ui/EventChoice.tsx";
export { type FactorKey, FactorSetup, RecoveryCodes } from "./ui/FactorSteps.tsx";
export { FilePick } from "./ui/FilePick.tsx";
export { type FilterChip, FilterChips, NoMatch } from "./ui/FilterChips.tsx";
export { GoneNote } from "./ui/GoneNote.tsx";
export { GonePanel } from "./ui/GonePanel.tsx";
export { Icon } from "./ui/Icon.tsx";
export * as icons from "./ui/icons.ts";
export { KeptMail } from "./ui/KeptMail.tsx";
export { LanguageChoice } from "./ui/LanguageChoice.tsx";
export { LastRun } from "./ui/LastRun.tsx";
export { Listed, type Opened, TAB, useOpened, useOpenTab } from "./ui/Listed.tsx";
export { Losses } from "./ui/Losses.tsx";
export { loadStyles } from "./ui/loadStyles.ts";
export { MenuButton } from "./ui/MenuButton.tsx";
export { MissingPart } from "./ui/MissingPart.tsx";
export { NarrowBox } from "./ui/NarrowBox.tsx";
export { Needs } from "./ui/Needs.tsx";
export { OpenLink, useHrefWith } from "./ui/OpenLink.tsx";
export { moved, Ordered, refilled } from "./ui/Ordered.tsx";
export { Page } from "./ui/Page.tsx";
export { Panel, SidePanel } from "./ui/Panel.tsx";
export { type Pick, PickField } from "./ui/PickField.tsx";
export { ProgressBar } from "./ui/ProgressBar.tsx";
export { passFocusOn } from "./ui/passFocusOn.ts";
export { Ring } from "./ui/Ring.tsx";
export { Running } from "./ui/Running.tsx";
export { readingKey } from "./ui/readingKey.ts";
export { SearchBox } from "./ui/SearchBox.tsx";
export { StepsFoot } from "./ui/StepsFoot.tsx";
export { isSameName } from "./ui/sameName.ts";
export {
  EmptyState,
  NoPermission,
  NotOnPlan,
  PlannedScreen,
  ProblemLine,
  ProblemView,
  RequestId,
  Skeleton,
} from "./ui/states.tsx";
export { KeptTab, type Tab, Tabs } from "./ui/Tabs.tsx";
export { TakeOut } from "./ui/TakeOut.tsx";
export { isTyped, TypedNumber } from "./ui/TypedNumber.tsx";
export { TypeIcon, typeIconPaths } from "./ui/TypeIcon.tsx";
export { TypeLook } from "./ui/TypeLook.tsx";
export { addressNow, isInner, useAddress } from "./ui/useAddress.ts";
export { useBackOnline } from "./ui/useBackOnline.ts";
export { useLastSeen } from "./ui/useLastSeen.ts";
export type { RowId } from "./ui/useOwnOrder.ts";
export { whenIdle } from "./ui/whenIdle.ts";
