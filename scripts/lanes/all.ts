import { prepareExamples } from "../examples.ts";
import { buildIfStale } from "../site.ts";
import { browserPart, CHECKS, runLane } from "./lane.ts";
import { runBrowser, runFaults, runUnit } from "./parts.ts";

process.env["TEST_ALL"] = "true";
const browser = browserPart({ hasWindows: true });
const examples = prepareExamples();
const parts = [
  CHECKS,
  browser,
  { name: "unit and integration, on both databases", run: () => runUnit([]) },
  { name: "build", run: buildIfStale },
  { name: "faults", run: () => runFaults([]) },
  ...examples.parts,
  { name: "browser", run: () => runBrowser([]) },
];
const code = await runLane("npm run test:all", parts);
examples.remove();
process.exit(code);
