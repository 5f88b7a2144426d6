import { say } from "./node.ts";
import { isBuilt } from "./site.ts";

if (isBuilt()) {
  Object.assign(process.env, { NODE_ENV: "production" });
  await import("#lib/next/server/main.ts");
} else {
  say("There is no build to serve: run npm run build first.");
  process.exitCode = 1;
}
