import { readdirSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { newAttempt } from "#lib/payments/attempts/attempt.ts";
import { raiseBankAlert } from "#lib/payments/bank-alerts/alert.ts";
import { bankAlerts, paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { systemClock } from "#lib/platform/clock/clock.ts";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { readAppSecrets } from "#lib/platform/crypto/app-secret.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import { connectPostgres } from "#lib/platform/db/client.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { createServices } from "#lib/services/create.ts";
import { deliveries } from "#lib/webhooks/model/schema.ts";
import { servers } from "../kit/servers.ts";

const ROOT = "app/(console)/console";
export const COMPANY = "Heron & Tide Chandlery";

export type Ids = {
  key: string;
  payment: string;
  endpoint: string;
  delivery: string;
  member: string;
  account: string;
  alert: string;
  bank: string;
  feed: string;
  link: string;
};

/** `operator`: an unknown page for all others. `public`: also signed out. `user`: any account. `program`: only called by a page's script. */
export type Audience =
  | "operator"
  | "public"
  | "user"
  | "viewer"
  | "developer"
  | "owner"
  | "program";

type Sample = {
  who: Audience;
  /** Default: the route's pattern. */
  at?: (ids: Ids) => string;
  /** Number of forms that every viewer may send. */
  forms?: number;
};

export const MADE_UP: Ids = {
  key: "x",
  payment: "x",
  endpoint: "x",
  delivery: "x",
  member: "x",
  account: "x",
  alert: "x",
  bank: "x",
  feed: "x",
  link: "x",
};

/** The first test compares it with the files. */
export const ROUTES: Record<string, Sample> = {
  "/": { who: "viewer" },
  "/accounts": { who: "user" },
  "/confirm": { who: "public" },
  "/first-payment": { who: "developer" },
  "/onboarding/state": { who: "viewer" },
  "/forgot-password": { who: "public" },
  "/installations": { who: "viewer" },
  "/installations/scoped": { who: "viewer" },
  "/installations/[method]": { who: "viewer", at: () => "/installations/web" },
  "/installations/[method]/[id]": { who: "viewer", at: ({ key }) => `/installations/web/${key}` },
  "/installations/keys/[id]": { who: "viewer", at: ({ key }) => `/installations/keys/${key}` },
  "/invitation": { who: "public" },
  "/new-password": { who: "public" },
  "/links": { who: "viewer" },
  "/links/new": { who: "developer" },
  "/links/till": { who: "developer" },
  "/links/[id]": { who: "viewer", at: ({ link }) => `/links/${link}` },
  "/links/[id]/[file]": { who: "viewer", at: ({ link }) => `/links/${link}/qr.svg` },
  "/links/[id]/status": { who: "viewer", at: ({ link }) => `/links/${link}/status` },
  "/links/[id]/till": { who: "viewer", at: ({ link }) => `/links/${link}/till` },
  "/not-allowed": { who: "viewer" },
  "/operator": { who: "operator" },
  "/operator/accounts/[id]": {
    who: "operator",
    at: ({ account }) => `/operator/accounts/${account}`,
  },
  "/operator/alerts": { who: "operator" },
  "/operator/alerts/[id]": { who: "operator", at: ({ alert }) => `/operator/alerts/${alert}` },
  "/operator/audit": { who: "operator" },
  "/operator/banks": { who: "operator" },
  "/operator/banks/[id]": { who: "operator", at: ({ bank }) => `/operator/banks/${bank}` },
  "/operator/confirm": { who: "operator" },
  "/operator/ibans": { who: "operator" },
  "/operator/jobs": { who: "operator" },
  "/operator/keys": { who: "operator" },
  "/passkeys/register/options": { who: "program" },
  "/passkeys/register/verify": { who: "program" },
  "/passkeys/sign-in/options": { who: "program" },
  "/passkeys/sign-in/verify": { who: "program" },
  "/payments": { who: "viewer" },
  "/payments/[id]": { who: "viewer", at: ({ payment }) => `/payments/${payment}` },
  "/payments/[id]/status": { who: "viewer", at: ({ payment }) => `/payments/${payment}/status` },
  "/payments/changes": { who: "viewer" },
  "/payments/export": { who: "viewer" },
  "/payments/report": { who: "viewer" },
  "/payments/report/download": { who: "viewer" },
  "/payments/transfers": { who: "viewer" },
  "/payments/transfers/import": { who: "program" },
  "/profile": { who: "user" },
  "/profile/authenticator": { who: "user" },
  "/profile/passkeys": { who: "user" },
  "/profile/password": { who: "user" },
  "/profile/recovery-codes": { who: "user" },
  "/refunds": { who: "viewer" },
  // A file needs its id, which its own test has.
  "/refunds/files/[id]": { who: "program" },
  "/second-step": { who: "public" },
  // Redirects to the first settings page.
  "/settings": { who: "public" },
  "/settings/apps": { who: "viewer" },
  "/settings/audit": { who: "viewer" },
  "/settings/brand": { who: "viewer" },
  "/settings/brand/preview": { who: "viewer" },
  "/settings/company": { who: "viewer" },
  // Each member's own e-mails.
  "/settings/emails": { who: "viewer", forms: 1 },
  "/settings/embedding": { who: "viewer" },
  "/settings/feeds": { who: "viewer" },
  "/settings/feeds/consent/[feedId]": {
    who: "owner",
    at: ({ feed }) => `/settings/feeds/consent/${feed}`,
  },
  "/settings/links": { who: "viewer" },
  "/settings/ways-to-be-paid": { who: "viewer" },
  "/settings/statements": { who: "viewer" },
  "/sign-in": { who: "public" },
  "/sign-in/connect": { who: "public" },
  "/sign-in/oidc": { who: "public" },
  "/sign-in/oidc/callback": { who: "public" },
  "/sign-up": { who: "public" },
  "/team": { who: "viewer", forms: 1 },
  "/team/[userId]": { who: "owner", at: ({ member }) => `/team/${member}` },
  "/webhooks": { who: "viewer" },
  "/webhooks/[id]": { who: "viewer", at: ({ endpoint }) => `/webhooks/${endpoint}` },
  "/webhooks/[id]/deliveries/[deliveryId]": {
    who: "viewer",
    at: ({ endpoint, delivery }) => `/webhooks/${endpoint}/deliveries/${delivery}`,
  },
  "/webhooks/[id]/deliveries/[deliveryId]/status": {
    who: "viewer",
    at: ({ endpoint, delivery }) => `/webhooks/${endpoint}/deliveries/${delivery}/status`,
  },
  "/webhooks/[id]/settings": {
    who: "viewer",
    at: ({ endpoint }) => `/webhooks/${endpoint}/settings`,
  },
  "/webhooks/check": { who: "viewer", forms: 1 },
  "/webhooks/new": { who: "developer" },
  "/webhooks/receiver": { who: "viewer" },
  "/webhooks/receiver/state": { who: "viewer" },
};

/** Paths such as `/payments/[id]`. */
export function routesOfFiles(): Map<string, { isPage: boolean; file: string }> {
  const files = readdirSync(ROOT, { recursive: true, encoding: "utf8" });
  return new Map(
    files
      .filter((file) => /(^|[\\/])(page\.tsx|route\.tsx?)$/.test(file))
      .map((file) => {
        const folders = file.split(/[\\/]/).slice(0, -1);
        const shown = folders.filter((folder) => !folder.startsWith("("));
        const isPage = file.endsWith("page.tsx");
        return [`/${shown.join("/")}`, { isPage, file: join(ROOT, file) }];
      }),
  );
}

/** False for routes that respond to scripts. */
export function isPage(route: string): boolean {
  return routesOfFiles().get(route)?.isPage ?? false;
}

export function addressOf(route: string, ids: Ids): string {
  const path = ROUTES[route]?.at?.(ids) ?? route;
  return `${servers().app.url}/console${path === "/" ? "" : path}`;
}

/** Uses the running server's database. */
export function connect() {
  const { variables } = servers().app;
  const env = parseEnv(variables);
  const connection = connectPostgres(env.DATABASE_URL ?? "", (error) => {
    throw error;
  });
  const seal = createSeal(...readAppSecrets(env));
  const logger = createLogger("silent");
  const services = createServices({ env, connection, clock: systemClock, logger, seal });
  return { services, db: connection.db };
}

export type Product = ReturnType<typeof connect>;

/** Of an attempt that ended, which no worker polls. */
async function raiseAlert({ db }: Product, transaction: Transaction): Promise<string> {
  const now = new Date();
  const choice = { bankId: "sandbox-instant", payerSessionId: null, sendsPayerIban: false, now };
  const attempt = {
    ...newAttempt(transaction, choice),
    status: "failed" as const,
    failureReason: "declined" as const,
    nextPollAt: null,
    finishedAt: now,
  };
  const transactionId = transaction.id;
  return db.transaction(async (tx) => {
    await tx.insert(paymentAttempts).values(attempt);
    await raiseBankAlert(tx, now, {
      transactionId,
      attemptId: attempt.id,
      kind: "contradiction",
      ourStatus: "failed",
      bankStatus: "ACSC",
      bankPaymentId: null,
    });
    const [alert] = await tx
      .select({ id: bankAlerts.id })
      .from(bankAlerts)
      .where(eq(bankAlerts.attemptId, attempt.id));
    return alert?.id ?? "";
  });
}

/** One object of each kind, so that every page has content. */
export async function furnish(product: Product, accountId: string, member: string): Promise<Ids> {
  const { accounts, apiKeys, feeds, links, webhooks, transactions, testReceiver } =
    product.services;
  const iban = "NL91ABNA0417164300";
  await accounts.confirmPayee({ accountId, iban, name: COMPANY, isPrimary: true });
  await accounts.setTakesTransfers(accountId, true, "operator");
  const { key } = await apiKeys.create({ accountId, method: "web", mode: "test" });
  const apiKey = await apiKeys.authenticate(key);
  if (!apiKey) throw new Error("the new key does not work");
  const url = "http://localhost:9/hook";
  const endpoint = await webhooks.createEndpoint({ accountId, mode: "test", url });
  const create = async () => {
    const input = { amount: 1250, currency: "EUR", externalId: crypto.randomUUID() };
    return (await transactions.create({ apiKey, input })).created.id;
  };
  const cancelled = await create();
  await transactions.cancel(apiKey, cancelled);
  const [delivery] = await product.db
    .select()
    .from(deliveries)
    .where(eq(deliveries.endpointId, endpoint.id));
  if (!delivery) throw new Error("the outcome was not to be delivered");
  const payment = await create();
  const receiver = testReceiver.urlOf(accountId);
  await webhooks.createEndpoint({ accountId, mode: "test", url: receiver });
  const token = receiver.split("/").at(-1) ?? "";
  await testReceiver.receive(token, { "webhook-id": "evt_1" }, Buffer.from("{}"));
  const { link } = await links.create({
    accountId,
    mode: "test",
    input: { usage: "reusable", amount: 350, currency: "EUR", description: "Flat white" },
    actor: "operator",
  });
  await accounts.addEmbedOrigin(accountId, "https://chandlery.example", "operator");
  return {
    key: apiKey.id,
    payment,
    endpoint: endpoint.id,
    delivery: delivery.id,
    member,
    account: accountId,
    alert: await raiseAlert(product, await transactions.get(apiKey, cancelled)),
    bank: "sandbox-instant",
    feed: await feeds.prepareConsent({ accountId, mode: "test" }, iban, "operator"),
    link: link.id,
  };
}
