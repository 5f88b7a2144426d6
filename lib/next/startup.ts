import { seedDemo } from "#lib/demo.ts";
import { trustProxies } from "#lib/forwarded-for.ts";
import { getServices, type Services } from "#lib/services.ts";

/** Opens the database, seeds the demo where wanted, and starts the worker inside the web server's process. */
export async function startServer(): Promise<void> {
  const services = await getServices().catch((error: unknown) => {
    // Next would print a stack and go on half started; an operator needs the one sentence that helps.
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  });
  trustProxies(services.env.TRUSTED_PROXIES);
  if (services.env.DEMO) {
    await seedDemo(services).catch((error: unknown) =>
      services.logger.error({ err: error }, "the demo account and shop could not be set up"),
    );
  }
  await warnOfMissingMail(services);
  services.checkBankCertificates();
  if (services.env.WORKER) services.worker.start();
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      void services.close();
    });
  }
}

/** Live payers can't be verified without mail: the operator hears of it before the first of them does. */
async function warnOfMissingMail({ env, apiKeys, logger }: Services): Promise<void> {
  if (env.SMTP_URL || !(await apiKeys.hasLiveKeys().catch(() => false))) return;
  logger.error(
    { alert: "mail_not_configured" },
    "there are live API keys, but no SMTP_URL: payers of live transactions can't be verified",
  );
}
