// The server face of the insights. It owns no table: areas tell of their own.
import { defineServerPlugin } from "#server";
import { routes } from "./routes.ts";

export default defineServerPlugin({ id: "insights", routes });
