import { serveTasks } from "#lib/task-thread/serve.ts";
import { readStatement } from "./read.ts";

serveTasks(readStatement);
