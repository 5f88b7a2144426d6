import { serveTasks } from "#lib/platform/task-thread/serve.ts";
import { estimateStrength } from "./estimate.ts";

serveTasks(estimateStrength);
