import { CHECKS, runLane } from "./lane.ts";

process.exit(await runLane("npm run check", [CHECKS]));
