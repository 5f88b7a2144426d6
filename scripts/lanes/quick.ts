import { globSync } from "node:fs";
import { buildIfStale } from "../site.ts";
import { browserPart, CHECKS, runLane } from "./lane.ts";
import { runBrowser, runFaults, runUnit } from "./parts.ts";
import type { Result } from "./results.ts";

const browser = browserPart();
const left = globSync("e2e/**/*.full.spec.ts").map(
  (file): Result => ({
    outcome: "skipped",
    file,
    name: "all",
    ms: 0,
    reason: "runs in npm run test:all",
  }),
);

const parts = [
  CHECKS,
  browser,
  { name: "unit and integration", run: () => runUnit([]) },
  { name: "build", run: buildIfStale },
  [
    // A few rounds, different each time. `npm run test:all` runs hundreds.
    {
      name: "faults",
      run: () =>
        runFaults(["--every", "150", "--failovers", "1", "--rounds", "3", "--worlds", "1"]),
    },
    { name: "browser", run: () => runBrowser([]) },
  ],
];
process.exit(await runLane("npm test", parts, left));
