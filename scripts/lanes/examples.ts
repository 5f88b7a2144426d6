import { prepareExamples } from "../examples.ts";
import { buildIfStale } from "../site.ts";
import { browserPart, runLane } from "./lane.ts";
import { endIfPassed, keepPassed } from "./own-files.ts";
import { runBrowser } from "./parts.ts";

await endIfPassed("test:examples");
const { parts, remove } = prepareExamples();
const code = await runLane("npm run test:examples", [
  browserPart(),
  { name: "build", run: buildIfStale },
  ...parts,
  { name: "against a running Bankside", run: () => runBrowser(["example-", "embed-react"]) },
]);
remove();
if (code === 0) await keepPassed("test:examples");
process.exit(code);
