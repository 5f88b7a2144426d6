import { aloneParts } from "./each-alone.ts";
import { runLane } from "./lane.ts";

process.exit(await runLane("npm run test:alone", aloneParts("unit and integration")));
