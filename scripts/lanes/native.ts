import { prepareNative } from "../native/parts.ts";
import { buildIfStale } from "../site.ts";
import { browserPart, runLane } from "./lane.ts";
import { endIfPassed, keepPassed } from "./own-files.ts";
import { runBrowser } from "./parts.ts";

await endIfPassed("test:native");
const { parts, left } = await prepareNative();
const code = await runLane(
  "npm run test:native",
  [
    browserPart(),
    ...parts,
    { name: "build", run: buildIfStale },
    { name: "against a running Bankside", run: () => runBrowser(["native-sdks"]) },
  ],
  left,
);
if (code === 0 && left.length === 0) await keepPassed("test:native");
process.exit(code);
