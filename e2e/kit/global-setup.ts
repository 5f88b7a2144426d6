import { randomBytes } from "node:crypto";
import pg from "pg";
import { CLIENT } from "#lib/testing/oidc-provider.ts";
import { startPostgres } from "#lib/testing/postgres-server.ts";
import { startAppServer } from "../../scripts/app-server.ts";
import { APP_PORT, FEED_PORT, FIRST_PORT, OIDC_PORT } from "../../scripts/ports.ts";
import { APP_SCHEME, publishServers } from "./servers.ts";

/** Its authority has a word that is longer than a narrow phone. */
const OPERATOR = {
  OPERATOR_NAME: "Kittiwake Payments GmbH",
  OPERATOR_ADDRESS: "Hafenstraße 12, 20457 Hamburg, Germany",
  OPERATOR_EMAIL: "help@kittiwake-payments.example",
  OPERATOR_LICENCE: "Payment institution, BaFin-ID 10000000",
  OPERATOR_AUTHORITY: "Bundesanstalt für Finanzdienstleistungsaufsicht (BaFin)",
  OPERATOR_AUTHORITY_URL: "https://authority.example/",
  OPERATOR_TERMS_URL: "https://kittiwake-payments.example/terms",
  OPERATOR_PRIVACY_URL: "https://kittiwake-payments.example/privacy",
  OPERATOR_COMPLAINTS_URL: "https://kittiwake-payments.example/complaints",
  OPERATOR_DISPUTES_URL: "https://ombudsman.example/",
};

type Stop = () => Promise<unknown>;

/** The result stops the servers. */
export default async function globalSetup(): Promise<Stop> {
  const started: Stop[] = [];
  const stopAll = async () => {
    for (const stop of started.toReversed()) await stop();
  };
  try {
    await start(started);
    return stopAll;
  } catch (error) {
    await stopAll();
    throw error;
  }
}

async function start(started: Stop[]): Promise<void> {
  const postgres = await startPostgres();
  started.push(postgres.stop);
  const shared = {
    DATABASE_URL: await postgres.createDatabase("bankside"),
    APP_SECRET: randomBytes(32).toString("hex"),
    // Some accounts have live keys, which would close the sandbox.
    SANDBOX: "true",
    // Tests set their own client address.
    TRUSTED_PROXIES: "1",
  };
  const app = await startAppServer(APP_PORT, {
    ...shared,
    GALLERY: "true",
    PAYER_VERIFICATION: "account",
    FEED_SIMULATOR_URL: `http://127.0.0.1:${FEED_PORT}`,
    ...OPERATOR,
  });
  started.push(app.stop);
  await requireCode(shared.DATABASE_URL);
  const first = await startAppServer(FIRST_PORT, {
    ...shared,
    WORKER: "false",
    APP_DEEP_LINK_SCHEME: APP_SCHEME,
    SECURITY_CONTACT: "mailto:security@bankside.example",
    OIDC_ISSUER: `http://127.0.0.1:${OIDC_PORT}`,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: "Harbour ID",
  });
  started.push(first.stop);
  const { dataDir } = app;
  const commands = { ...shared, NODE_ENV: "production", LOG_LEVEL: "error" };
  publishServers({
    app: { ...app, variables: { ...commands, PUBLIC_URL: app.url } },
    first: { ...first, dataDir, variables: { ...commands, PUBLIC_URL: first.url } },
  });
}

/** The demo shop asks for no code; most tests are about payers who enter one. */
async function requireCode(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query("update accounts set payer_verification = 'on'");
  await client.end();
}
