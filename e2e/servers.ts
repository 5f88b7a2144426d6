import { z } from "zod";

const serverSchema = z.object({
  url: z.string(),
  dataDir: z.string(),
  /** What a command needs to work on the same database. */
  variables: z.record(z.string(), z.string()),
});
const serversSchema = z.object({ app: serverSchema, first: serverSchema });

export type Server = z.infer<typeof serverSchema>;

/** What the global setup started, handed to the tests by environment. */
export type Servers = z.infer<typeof serversSchema>;

const VARIABLE = "E2E_SERVERS";

/** The scheme of the payer app that `first` knows of. `app` knows of none. */
export const APP_SCHEME = "bankside-payer";

export function publishServers(servers: Servers): void {
  process.env[VARIABLE] = JSON.stringify(serversSchema.parse(servers));
}

/** The running servers, on one PostgreSQL database. The worker runs in `app`. */
export function servers(): Servers {
  return serversSchema.parse(JSON.parse(process.env[VARIABLE] ?? "null"));
}

/** The demo shop of a server, on another site than its checkout. */
export function shopOf({ url }: { url: string }): string {
  return `${url.replace("localhost", "127.0.0.1")}/sandbox/shop`;
}
