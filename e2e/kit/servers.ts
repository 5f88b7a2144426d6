import { z } from "zod";

const serverSchema = z.object({
  url: z.string(),
  dataDir: z.string(),
  /** For commands on the same database. */
  variables: z.record(z.string(), z.string()),
});
const serversSchema = z.object({ app: serverSchema, first: serverSchema });

export type Server = z.infer<typeof serverSchema>;

export type Servers = z.infer<typeof serversSchema>;

const VARIABLE = "E2E_SERVERS";

/** Registered at `first`, but not at `app`. */
export const APP_SCHEME = "bankside-payer";

export function publishServers(servers: Servers): void {
  process.env[VARIABLE] = JSON.stringify(serversSchema.parse(servers));
}

/** All use one database. The worker runs in `app`. */
export function servers(): Servers {
  return serversSchema.parse(JSON.parse(process.env[VARIABLE] ?? "null"));
}

/** On another site than its checkout. */
export function shopOf({ url }: { url: string }): string {
  return `${url.replace("localhost", "127.0.0.1")}/sandbox/shop`;
}
