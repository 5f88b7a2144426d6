import { serveTasks } from "#lib/task-thread/serve.ts";
import { estimateStrength } from "./estimate.ts";

serveTasks(estimateStrength);
