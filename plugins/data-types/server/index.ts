// The server face of this area.
import { defineServerPlugin } from "#server";
import { demo } from "./demo.ts";
import { revertType } from "./revert.ts";
import { OBJECT, routes } from "./routes.ts";

export default defineServerPlugin({ id: "data-types", routes, reverts: { [OBJECT]: revertType }, demo });
