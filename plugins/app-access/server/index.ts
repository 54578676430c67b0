// The server face of this area.
import { defineServerPlugin, telling } from "#server";
import { profileColumnsKey, thingActKey, thingFollowerKey } from "../../event-data/offers.ts";
import { accessColumns } from "./columns.ts";
import { demo } from "./demo.ts";
import { accessFollower } from "./follower.ts";
import { mailMany } from "./many.ts";
import { access } from "./migrations/0001_access.ts";
import { columns } from "./migrations/0002_columns.ts";
import { comeTogether } from "./migrations/0003_come_together.ts";
import { routes } from "./routes.ts";
import { tells } from "./tells.ts";
import { tidyLinks } from "./tidy.ts";

export default defineServerPlugin({
  id: "app-access",
  routes,
  migrations: [access, columns, comeTogether],
  offers: [
    thingFollowerKey.given(accessFollower),
    profileColumnsKey.given(accessColumns),
    thingActKey.given(mailMany),
    telling.given(tells),
  ],
  tidy: tidyLinks,
  demo,
});
