import { say } from "../node.ts";
import { nearestTests } from "./affected.ts";
import { CHECKS, type Part, runLane } from "./lane.ts";
import { runUnit } from "./parts.ts";

// Compares with `origin/main`, or the argument's commit.
const { near, far, browser } = await nearestTests(process.argv[2]);
const unit: Part = { name: "unit tests nearby", run: () => runUnit(near) };
const left = [...(far.length > 0 ? [`${far.length} more files of unit tests`] : []), ...browser];
if (left.length > 0) say(`Left to npm test: ${left.join(", ")}`);
process.exit(await runLane("npm run verify", [CHECKS, ...(near.length > 0 ? [unit] : [])]));
