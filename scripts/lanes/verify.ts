import { say } from "../node.ts";
import { nearestTests } from "./affected.ts";
import { CHECKS, type Part, runLane } from "./lane.ts";
import { ownLanesOf } from "./own-files.ts";
import { runUnit } from "./parts.ts";

// Compares with `origin/main`, or the argument's commit.
const { changed, near, far, browser } = await nearestTests(process.argv[2]);
const unit: Part = { name: "unit tests nearby", run: () => runUnit(near) };
const left = [...(far.length > 0 ? [`${far.length} more files of unit tests`] : []), ...browser];
if (left.length > 0) say(`Left to npm test: ${left.join(", ")}`);
for (const lane of ownLanesOf(changed)) say(`Needed too: npm run ${lane}`);
process.exit(await runLane("npm run verify", [CHECKS, ...(near.length > 0 ? [unit] : [])]));
