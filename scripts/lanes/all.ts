import { buildIfStale } from "../site.ts";
import { browserPart, CHECKS, runLane } from "./lane.ts";
import { runBrowser, runFaults, runUnit } from "./parts.ts";

process.env["TEST_ALL"] = "true";
const browser = browserPart({ hasWindows: true });
const parts = [
  CHECKS,
  browser,
  { name: "unit and integration, on both databases", run: () => runUnit([]) },
  { name: "build", run: buildIfStale },
  { name: "faults", run: () => runFaults([]) },
  { name: "browser", run: () => runBrowser([]) },
];
process.exit(await runLane("npm run test:all", parts));
