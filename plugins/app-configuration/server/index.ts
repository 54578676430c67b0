// The server face of login management. The rules belong to the house, which keeps them at every log-in.
import { defineServerPlugin } from "#server";
import { routes } from "./routes.ts";

export default defineServerPlugin({ id: "app-configuration", routes });
