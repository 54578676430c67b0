// The server face of this area.
import { defineServerPlugin } from "#server";
import { thingFollowerKey } from "../../event-data/offers.ts";
import { accessFollower } from "./follower.ts";
import { LOGIN_MAIL_JOB, mailMany } from "./many.ts";
import { access } from "./migrations/0001_access.ts";
import { routes } from "./routes.ts";
import { tidyLinks } from "./tidy.ts";

export default defineServerPlugin({
  id: "app-access",
  routes,
  migrations: [access],
  jobs: { [LOGIN_MAIL_JOB]: mailMany },
  offers: [thingFollowerKey.given(accessFollower)],
  tidy: tidyLinks,
});
