import { prepareExamples } from "../examples.ts";
import { buildIfStale } from "../site.ts";
import { aloneParts } from "./each-alone.ts";
import { browserPart, CHECKS, runLane } from "./lane.ts";
import { runBrowser, runFaults } from "./parts.ts";

process.env["TEST_ALL"] = "true";
const browser = browserPart({ hasWindows: true });
const examples = prepareExamples();
const parts = [
  CHECKS,
  browser,
  ...aloneParts("unit and integration, on both databases"),
  { name: "build", run: buildIfStale },
  { name: "faults", run: () => runFaults([]) },
  ...examples.parts,
  { name: "browser", run: () => runBrowser([]) },
];
const code = await runLane("npm run test:all", parts);
examples.remove();
process.exit(code);
