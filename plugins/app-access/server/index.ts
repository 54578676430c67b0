// The server face of this area.
import { defineServerPlugin } from "#server";
import { thingActKey, thingFollowerKey } from "../../event-data/offers.ts";
import { accessFollower } from "./follower.ts";
import { mailMany } from "./many.ts";
import { access } from "./migrations/0001_access.ts";
import { routes } from "./routes.ts";
import { tidyLinks } from "./tidy.ts";

export default defineServerPlugin({
  id: "app-access",
  routes,
  migrations: [access],
  offers: [thingFollowerKey.given(accessFollower), thingActKey.given(mailMany)],
  tidy: tidyLinks,
});
