// The server face of this area.
import { defineServerPlugin, erasable } from "#server";
import { profileColumnsKey, thingActKey, thingFollowerKey } from "../../event-data/offers.ts";
import { availabilitiesKey } from "../offers.ts";
import { setAvailability } from "./bulk.ts";
import { availabilityColumns } from "./columns.ts";
import { demo } from "./demo.ts";
import { erasableTimes } from "./erasable.ts";
import { timesFollower } from "./follower.ts";
import { availabilities } from "./given.ts";
import { times } from "./migrations/0001_times.ts";
import { comeTogether } from "./migrations/0002_come_together.ts";
import { revertTimes } from "./revert.ts";
import { routes } from "./routes.ts";
import { OBJECT } from "./times.ts";

export default defineServerPlugin({
  id: "availability",
  routes,
  migrations: [times, comeTogether],
  reverts: { [OBJECT]: revertTimes },
  offers: [
    erasable.given(erasableTimes),
    thingFollowerKey.given(timesFollower),
    thingActKey.given(setAvailability),
    profileColumnsKey.given(availabilityColumns),
    availabilitiesKey.given(availabilities),
  ],
  demo,
});
