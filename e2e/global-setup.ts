import { startAppServer } from "./app-server.ts";
import { APP_PORT } from "./ports.ts";

/** Starts what the browser tests run against; the result stops it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const app = await startAppServer(APP_PORT);
  return () => app.stop();
}
