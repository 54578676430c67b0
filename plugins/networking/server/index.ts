// The server face of this area.
import { defineServerPlugin, erasable, referred, telling } from "#server";
import { takenTimesKey } from "../../availability/offers.ts";
import { waitingRequestsKey } from "../../data-types-permissions/offers.ts";
import { profileColumnsKey, thingFollowerKey, thingTellerKey } from "../../event-data/offers.ts";
import { meetingColumns } from "./columns.ts";
import { demo } from "./demo.ts";
import { erasableMeetings } from "./erasable.ts";
import { meetingFollower } from "./follower.ts";
import { meetings } from "./migrations/0001_meetings.ts";
import { counted } from "./migrations/0002_counted.ts";
import { notices } from "./migrations/0003_notices.ts";
import { plannedAnew } from "./migrations/0005_planned_anew.ts";
import { comeTogether } from "./migrations/0006_come_together.ts";
import { putOff } from "./migrations/0402_put_off.ts";
import { emptied } from "./migrations/0403_emptied.ts";
import { tellNotices } from "./notices.ts";
import { waitingRequests } from "./permission.ts";
import { referredPlaces } from "./referred.ts";
import { revertMeeting } from "./revert.ts";
import { OBJECT, routes } from "./routes.ts";
import { takenTimes } from "./taken.ts";
import { tells } from "./tells.ts";
import { tidyMeetings } from "./tidy.ts";
import { meetingTeller } from "./told.ts";

export default defineServerPlugin({
  id: "networking",
  routes,
  migrations: [meetings, counted, notices, plannedAnew, comeTogether, putOff, emptied],
  reverts: { [OBJECT]: revertMeeting },
  offers: [
    erasable.given(erasableMeetings),
    referred.given(referredPlaces),
    thingFollowerKey.given(meetingFollower),
    thingTellerKey.given(meetingTeller),
    waitingRequestsKey.given(waitingRequests),
    profileColumnsKey.given(meetingColumns),
    takenTimesKey.given(takenTimes),
    telling.given(tells),
  ],
  tidy: async (context) => {
    await tidyMeetings(context);
    await tellNotices(context);
  },
  demo,
});
