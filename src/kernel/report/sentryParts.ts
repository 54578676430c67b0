// The parts of Sentry that we use; a chunk of their own, so that the rest is left out.
export { captureException, init } from "@sentry/react";
