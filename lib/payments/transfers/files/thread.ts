import { serveTasks } from "#lib/platform/task-thread/serve.ts";
import { readStatement } from "./read.ts";

serveTasks(readStatement);
