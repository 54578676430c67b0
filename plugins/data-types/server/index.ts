// The server face of this area.
import { askedAgain, defineServerPlugin, erasable } from "#server";
import { mergeType } from "../contract.ts";
import { typeFactsKey } from "../offers.ts";
import { demo } from "./demo.ts";
import { erasableTypes } from "./erasable.ts";
import { MERGE_JOB, runMerge } from "./merge.ts";
import { OBJECT } from "./object.ts";
import { revertType } from "./revert.ts";
import { routes } from "./routes.ts";
import { factsOf } from "./rules.ts";

export default defineServerPlugin({
  id: "data-types",
  routes,
  jobs: { [MERGE_JOB]: askedAgain(mergeType.access, runMerge) },
  reverts: { [OBJECT]: revertType },
  offers: [typeFactsKey.given(factsOf), erasable.given(erasableTypes)],
  demo,
});
