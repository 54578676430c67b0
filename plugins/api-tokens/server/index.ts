// The server face of the API tokens. Their table belongs to the house, which asks it with every request.
import { defineServerPlugin } from "#server";
import { tellEndings } from "./endings.ts";
import { routes } from "./routes.ts";

export default defineServerPlugin({ id: "api-tokens", routes, tidy: tellEndings });
