// Writes down which errors a run of vitest met outside of all tests, so that `npm test` can tell them at its end.
import { writeFileSync } from "node:fs";
import { OUTSIDE } from "./reports.mjs";

export default class OutsideReporter {
  onTestRunEnd(_modules, errors) {
    const told = errors.map(({ name, message, stack, VITEST_TEST_PATH: file, VITEST_TEST_NAME: test }) => {
      const during = [file, test].filter(Boolean).join(" › ");
      return [during && `during ${during}`, stack || `${name}: ${message}`].filter(Boolean).join("\n");
    });
    if (told.length > 0) writeFileSync(process.env[OUTSIDE], JSON.stringify(told));
  }
}
