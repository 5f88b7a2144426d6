import { once } from "node:events";
import { trustProxies } from "#lib/forwarded-for.ts";
import { getServices } from "#lib/services.ts";
import { listen } from "./listen.ts";

async function main(): Promise<void> {
  const services = await getServices();
  trustProxies(services.env.TRUSTED_PROXIES);
  const server = await listen(services, services.env.PORT);
  services.logger.info({ port: server.port, baseUrl: services.env.BASE_URL }, "the API listens");
  await Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
  await server.stop();
  await services.close();
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
