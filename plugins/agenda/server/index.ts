// The agenda's server face.
import { defineServerPlugin, erasable, referred, telling } from "#server";
import { thingFollowerKey } from "../../event-data/offers.ts";
import { demo } from "./demo.ts";
import { erasableSessions } from "./erasable.ts";
import { scheduleImporter } from "./importSchedule.ts";
import { agenda } from "./migrations/0001_agenda.ts";
import { speakerProfiles } from "./migrations/0002_speaker_profiles.ts";
import { speakerFollower } from "./profiles/follower.ts";
import { profileRoutes } from "./profiles/routes.ts";
import { referredSpeakers, referredStages, referredTracks } from "./referred.ts";
import { revertSession } from "./revert.ts";
import { routes } from "./routes.ts";
import { tells } from "./tells.ts";

export default defineServerPlugin({
  id: "agenda",
  routes: [...routes, ...profileRoutes],
  migrations: [agenda, speakerProfiles],
  importers: [scheduleImporter],
  reverts: { session: revertSession },
  offers: [
    telling.given(tells),
    thingFollowerKey.given(speakerFollower),
    erasable.given(erasableSessions),
    referred.given(referredStages),
    referred.given(referredTracks),
    referred.given(referredSpeakers),
  ],
  demo,
});
