// The server face of this area.
import { settleDiffering, startDifferingFile, undoSettling } from "#schemas/fieldDiffering.ts";
import { replaceAppOption, replaceOption } from "#schemas/fieldEndpoints.ts";
import { promoteFields, undoPromotion as undoPromoted } from "#schemas/fieldPromotion.ts";
import {
  askedAgain,
  askedFields,
  defineServerPlugin,
  erasable,
  eventCopying,
  type JobHandler,
  referred,
  telling,
  typeUser,
} from "#server";
import { startThingBulk, startThingExport, startThingImport, undoThingBulk } from "../contract.ts";
import {
  fieldNamerKey,
  fieldsKey,
  listReaderKey,
  listWriterKey,
  profileColumnsKey,
  setNamerKey,
  thingsKey,
} from "../offers.ts";
import { runAct } from "./bulk/mergeRun.ts";
import { bulkRoutes } from "./bulk/routes.ts";
import { BULK_JOB } from "./bulk/runBulk.ts";
import { UNDO_JOB, undoBulk } from "./bulk/undoJob.ts";
import { freeUndone, freeWhole, tidyUndo } from "./bulk/undoRows.ts";
import { tidyBeside } from "./columns/kept.ts";
import { ownProfileColumns } from "./columns/own.ts";
import { columnRoutes } from "./columns/routes.ts";
import { tidyOrdered } from "./columns/settle.ts";
import { tidySources } from "./columns/source.ts";
import { demo } from "./demo.ts";
import { erasableFields, erasableThings } from "./erasable.ts";
import { EXPORT_JOB, exportThings } from "./export.ts";
import { copyFields } from "./fields/copy.ts";
import { DIFFERING_FILE_JOB, writeDiffering } from "./fields/differingFile.ts";
import { FIELD } from "./fields/history.ts";
import { changeAgain, KIND_AGAIN_JOB } from "./fields/kind/again.ts";
import { KIND_JOB, runKind } from "./fields/kind/change.ts";
import { kindRoutes } from "./fields/kind/routes.ts";
import { KIND_BACK_JOB, KIND_UNDO_JOB, putKindBack, undoKind } from "./fields/kind/undo.ts";
import { lastActRoutes } from "./fields/lastAct.ts";
import { LISTED_JOB, runListed } from "./fields/listed.ts";
import { MOMENTS_JOB, runMoments } from "./fields/moments.ts";
import { OPTION_AGAIN_JOB, OPTION_JOB, replaceAgain, runReplace } from "./fields/options.ts";
import { OPTION_BACK_JOB, OPTION_UNDO_JOB, putOptionBack, undoReplace } from "./fields/optionsBack.ts";
import { PROMOTION_JOB, PROMOTION_UNDO_JOB, runPromotion, undoPromotion } from "./fields/promotion/promote.ts";
import { promotionRoutes } from "./fields/promotion/routes.ts";
import { PUT_BACK_JOB, putAnswersBack, REMOVE_JOB, runRemoval } from "./fields/remove.ts";
import { listFieldsOf } from "./fields/repository.ts";
import { revertField } from "./fields/revert.ts";
import { takingRoutes } from "./fields/take.ts";
import { runSettle, SETTLE_JOB, SETTLE_UNDO_JOB, undoSettle } from "./fields/travel/differing.ts";
import { TRAVEL_JOB } from "./fields/travel/note.ts";
import { runTravel } from "./fields/travel/run.ts";
import { usualRoutes } from "./fields/usual.ts";
import { tidyFiles } from "./files/repository.ts";
import { fileRoutes } from "./files/routes.ts";
import { tidyHeld } from "./held.ts";
import { OBJECT } from "./history.ts";
import { elsewhereRoutes } from "./import/elsewhereRoutes.ts";
import { IMPORT_JOB, READ_JOB, readImport, runImport, thingImporter } from "./import/jobs.ts";
import { namesInImports } from "./import/mapping.ts";
import { offeredReader } from "./import/offered.ts";
import { importRoutes } from "./import/routes.ts";
import { things } from "./migrations/0001_things.ts";
import { fields } from "./migrations/0010_fields.ts";
import { search } from "./migrations/0020_search.ts";
import { views } from "./migrations/0021_views.ts";
import { inAndOut } from "./migrations/0030_in_and_out.ts";
import { tally } from "./migrations/0040_tally.ts";
import { photos } from "./migrations/0050_photos.ts";
import { answers } from "./migrations/0060_answers.ts";
import { byCountry } from "./migrations/0080_by_country.ts";
import { files } from "./migrations/0090_files.ts";
import { answersByCountry } from "./migrations/0100_answers_by_country.ts";
import { foundInOrder } from "./migrations/0110_found_in_order.ts";
import { whole } from "./migrations/0140_whole.ts";
import { rules } from "./migrations/0145_rules.ts";
import { registration } from "./migrations/0150_registration.ts";
import { fresh } from "./migrations/0155_fresh.ts";
import { late } from "./migrations/0160_late.ts";
import { moreKinds } from "./migrations/0165_more_kinds.ts";
import { travel } from "./migrations/0167_travel.ts";
import { anyNumber } from "./migrations/0168_any_number.ts";
import { answersThatDiffer } from "./migrations/0169_answers_that_differ.ts";
import { columnsOfFiles } from "./migrations/0171_columns_of_files.ts";
import { filesByName } from "./migrations/0172_files_by_name.ts";
import { complete } from "./migrations/0173_complete.ts";
import { answersThatStay } from "./migrations/0177_answers_that_stay.ts";
import { beside } from "./migrations/0178_beside.ts";
import { source } from "./migrations/0179_source.ts";
import { sharesByKey } from "./migrations/0180_shares_by_key.ts";
import { told } from "./migrations/0181_told.ts";
import { settledAtOnce } from "./migrations/0182_settled_at_once.ts";
import { foldedAnswers } from "./migrations/0183_folded_answers.ts";
import { comeTogether } from "./migrations/0184_come_together.ts";
import { left } from "./migrations/0185_left.ts";
import { asked } from "./migrations/0186_asked.ts";
import { held } from "./migrations/0187_held.ts";
import { lostTypes } from "./migrations/0188_lost_types.ts";
import { pictured } from "./migrations/0189_pictured.ts";
import { domains } from "./migrations/0190_domains.ts";
import { offeredThings } from "./offered.ts";
import { ORDER_JOB, putInOrder } from "./order.ts";
import { tidyPhotos } from "./photos/repository.ts";
import { photoRoutes } from "./photos/routes.ts";
import { referredThings } from "./referred.ts";
import { revertThing } from "./revert.ts";
import { routes } from "./routes.ts";
import { offeredWriter } from "./sheet/offered.ts";
import { tells } from "./tells.ts";
import { typeOfArchivedFields, typeOfFields, typeOfProfiles } from "./typeUse.ts";
import { copyViews } from "./views/copy.ts";
import { namesInViews } from "./views/naming.ts";
import { setsInViews } from "./views/namingSets.ts";
import { viewRoutes } from "./views/routes.ts";
import { viewsOfTypes } from "./views/typeMerge.ts";

/** A job that changes a field of one event or, where it is of none, of several; or that takes such a change back. */
function ofField(handler: JobHandler): JobHandler {
  const own = askedAgain(replaceOption.access, handler);
  const shared = askedAgain(replaceAppOption.access, handler);
  const asked: JobHandler = (context) => (context.eventId === undefined ? shared : own)(context);
  return Object.assign(asked, handler, { asksAgain: true });
}

export default defineServerPlugin({
  id: "event-data",
  routes: [
    ...routes,
    ...viewRoutes,
    ...importRoutes,
    ...elsewhereRoutes,
    ...bulkRoutes,
    ...photoRoutes,
    ...fileRoutes,
    ...promotionRoutes,
    ...kindRoutes,
    ...lastActRoutes,
    ...usualRoutes,
    ...takingRoutes,
    ...columnRoutes,
  ],
  migrations: [
    things,
    fields,
    search,
    views,
    inAndOut,
    tally,
    photos,
    answers,
    byCountry,
    files,
    answersByCountry,
    foundInOrder,
    whole,
    rules,
    registration,
    fresh,
    late,
    moreKinds,
    travel,
    anyNumber,
    answersThatDiffer,
    columnsOfFiles,
    filesByName,
    complete,
    answersThatStay,
    beside,
    source,
    sharesByKey,
    told,
    settledAtOnce,
    foldedAnswers,
    comeTogether,
    left,
    asked,
    held,
    lostTypes,
    pictured,
    domains,
  ],
  importers: [thingImporter],
  reverts: { [OBJECT]: revertThing, [FIELD]: revertField },
  offers: [
    thingsKey.given(offeredThings),
    listReaderKey.given(offeredReader),
    listWriterKey.given(offeredWriter),
    fieldsKey.given({ list: listFieldsOf }),
    askedFields.given({ list: listFieldsOf }),
    referred.given(referredThings),
    telling.given(tells),
    erasable.given(erasableThings),
    erasable.given(erasableFields),
    typeUser.given(typeOfProfiles),
    profileColumnsKey.given(ownProfileColumns),
    typeUser.given(typeOfFields),
    typeUser.given(typeOfArchivedFields),
    typeUser.given(viewsOfTypes),
    fieldNamerKey.given(namesInViews),
    fieldNamerKey.given(namesInImports),
    setNamerKey.given(setsInViews),
    eventCopying.given({ area: "event-data", copy: copyFields, afterwards: copyViews }),
  ],
  jobs: {
    [EXPORT_JOB]: askedAgain(startThingExport.access, Object.assign(exportThings, { isThrifty: true })),
    [READ_JOB]: readImport,
    [IMPORT_JOB]: askedAgain(startThingImport.access, runImport),
    [BULK_JOB]: askedAgain(startThingBulk.access, runAct),
    [UNDO_JOB]: askedAgain(undoThingBulk.access, undoBulk),
    [LISTED_JOB]: runListed,
    [MOMENTS_JOB]: runMoments,
    [ORDER_JOB]: putInOrder,
    [TRAVEL_JOB]: runTravel,
    [DIFFERING_FILE_JOB]: askedAgain(startDifferingFile.access, Object.assign(writeDiffering, { isThrifty: true })),
    [SETTLE_JOB]: askedAgain(settleDiffering.access, runSettle),
    [SETTLE_UNDO_JOB]: askedAgain(undoSettling.access, undoSettle),
    [OPTION_JOB]: ofField(Object.assign(runReplace, { putBackBy: OPTION_BACK_JOB })),
    [OPTION_BACK_JOB]: putOptionBack,
    [OPTION_UNDO_JOB]: ofField(Object.assign(undoReplace, { putBackBy: OPTION_AGAIN_JOB, release: freeWhole })),
    [OPTION_AGAIN_JOB]: Object.assign(replaceAgain, { release: freeWhole }),
    [REMOVE_JOB]: ofField(Object.assign(runRemoval, { putBackBy: PUT_BACK_JOB })),
    [PUT_BACK_JOB]: putAnswersBack,
    [KIND_JOB]: ofField(Object.assign(runKind, { putBackBy: KIND_BACK_JOB })),
    [KIND_BACK_JOB]: putKindBack,
    [KIND_UNDO_JOB]: ofField(Object.assign(undoKind, { putBackBy: KIND_AGAIN_JOB, release: freeWhole })),
    [KIND_AGAIN_JOB]: Object.assign(changeAgain, { release: freeWhole }),
    [PROMOTION_JOB]: askedAgain(promoteFields.access, Object.assign(runPromotion, { isWhole: true })),
    [PROMOTION_UNDO_JOB]: askedAgain(
      undoPromoted.access,
      Object.assign(undoPromotion, { isWhole: true, release: freeUndone }),
    ),
  },
  tidy: async (context) => {
    await tidyUndo(context);
    await tidyHeld(context);
    await tidyPhotos(context);
    await tidyFiles(context);
    await tidyBeside(context);
    await tidyOrdered(context);
    await tidySources(context);
  },
  demo,
});
