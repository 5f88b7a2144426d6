import { prepareExamples } from "../examples.ts";
import { prepareNative } from "../native/parts.ts";
import { buildIfStale } from "../site.ts";
import { aloneParts } from "./each-alone.ts";
import { browserPart, CHECKS, runLane } from "./lane.ts";
import { runBrowser, runFaults } from "./parts.ts";

process.env["TEST_ALL"] = "true";
const browser = browserPart({ hasWindows: true });
const examples = prepareExamples();
const native = await prepareNative();
const parts = [
  CHECKS,
  browser,
  ...aloneParts("unit and integration, on both databases"),
  { name: "build", run: buildIfStale },
  ...examples.parts,
  ...native.parts,
  // Not in parallel: both measure how soon somebody sees what happened.
  { name: "faults", run: () => runFaults([]) },
  { name: "browser", run: () => runBrowser([]) },
];
const code = await runLane("npm run test:all", parts, native.left);
examples.remove();
process.exit(code);
