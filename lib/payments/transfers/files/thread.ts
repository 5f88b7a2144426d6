import { serveTasks } from "#lib/platform/task-thread/serve.ts";
import { readFiles } from "./read.ts";

serveTasks(readFiles);
