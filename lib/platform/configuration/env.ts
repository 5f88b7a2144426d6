import { z } from "zod";
import { parseAppSecrets } from "#lib/platform/crypto/app-secret.ts";
import { parseAndroidApps, parseAppleAppIds } from "./native-apps.ts";
import { oidcOf, oidcProblems, oidcVariables } from "./oidc-settings.ts";
import { operatorVariables, unnamedIn } from "./operator.ts";
import { OUTBOUND_VARIABLES, outboundProblem } from "./outbound-variables.ts";
import { EnvError, readSecret, readSecrets, type Source } from "./secret-files.ts";
import { contactOf } from "./security-txt.ts";
import {
  flag,
  httpUrl,
  isLoopback,
  listenHost,
  listOf,
  path,
  postgresUrl,
} from "./variable-types.ts";
import { OTEL_VARIABLES } from "./variables.ts";

/** Each may be in a file instead, which `<name>_FILE` names. */
export const SECRETS = [
  "APP_SECRET",
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "DATABASE_MIGRATE_URL",
  "SMTP_URL",
  "OIDC_CLIENT_SECRET",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "HTTPS_PROXY",
] as const;

const variables = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  PORT: z.coerce.number({ error: "must be a port number" }).int().min(1).max(65_535).default(3000),
  HOST: listenHost.optional(),
  METRICS_PORT: z.coerce
    .number({ error: "must be a port number" })
    .int()
    .min(1)
    .max(65_535)
    .optional(),
  METRICS_HOST: listenHost.optional(),
  PUBLIC_URL: httpUrl.optional(),
  BASE_URL: httpUrl.optional(),
  CHECKOUT_URL: httpUrl.optional(),
  SECURE_URL: httpUrl.optional(),
  PAYER_APP_URL: httpUrl.optional(),
  CONSOLE_URL: httpUrl.optional(),
  SIGNUP: z.enum(["open", "closed"], { error: "must be open or closed" }).default("open"),
  ...oidcVariables,
  PAYER_VERIFICATION: z
    .enum(["account", "always"], { error: "must be account or always" })
    .default("account"),
  BANKS_FILE: path.optional(),
  STATEMENTS_DIR: path.optional(),
  FEED_SIMULATOR_URL: httpUrl.optional(),
  SANDBOX_BANK_URL: httpUrl.optional(),
  SANDBOX_SHOP_URL: httpUrl.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// URL" }).optional(),
  SMTP_URL_FILE: path.optional(),
  MAIL_FROM: z.string().min(3).max(200).optional(),
  SECURITY_CONTACT: z
    .string()
    .regex(
      /^(?:mailto:|https:\/\/|tel:)[\x21-\x7e]{1,200}$/,
      "must be a mailto:, https: or tel: address",
    )
    .optional(),
  ...operatorVariables,
  APP_DEEP_LINK_SCHEME: z
    .string()
    .regex(/^[a-z][a-z0-9+.-]*$/, "must be a URL scheme in lower case")
    .optional(),
  APPLE_APP_IDS: listOf(
    parseAppleAppIds,
    "must be app ids such as A1B2C3D4E5.com.example.app, separated by commas",
  ).optional(),
  ANDROID_APPS: listOf(
    parseAndroidApps,
    "must be apps such as com.example.app=SHA256:14:6D:…, each with the 32 bytes of its signing certificate's fingerprint, separated by commas",
  ).optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_URL_FILE: path.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL_FILE: path.optional(),
  DATABASE_MIGRATE_URL: postgresUrl.optional(),
  DATABASE_MIGRATE_URL_FILE: path.optional(),
  DATABASE_POOL: z.coerce
    .number({ error: "must be a number of connections" })
    .int()
    .min(2)
    .max(200)
    .default(10),
  DATA_DIR: path.default("./.data"),
  APP_SECRET: listOf(
    parseAppSecrets,
    "must be 32 bytes in hex (64 characters), or up to 16 different ones, oldest first, separated by commas",
  ).optional(),
  APP_SECRET_FILE: path.optional(),
  TRANSACTION_TTL_MINUTES: z.coerce
    .number({ error: "must be a number of minutes" })
    .positive()
    .max(1440)
    .default(30),
  ALLOW_LOCAL_CALLBACKS: flag.optional(),
  ...OUTBOUND_VARIABLES,
  SANDBOX: flag.optional(),
  TEST_CLOCK: flag.default(false),
  GALLERY: flag.default(false),
  DEMO: flag.default(false),
  WORKER: flag.default(true),
  RETENTION_DAYS: z.coerce
    .number({ error: "must be a number of days" })
    .int()
    .min(1)
    .max(3650)
    .default(90),
  TRUSTED_PROXIES: z.coerce
    .number({ error: "must be a number of proxies" })
    .int()
    .min(0)
    .max(10)
    .optional(),
  DRAIN_GRACE_SECONDS: z.coerce
    .number({ error: "must be a number of seconds" })
    .min(0)
    .max(60)
    .default(0),
  API_RATE_FACTOR: z.coerce
    .number({ error: "must be a number from 0.1 to 100" })
    .min(0.1)
    .max(100)
    .default(1),
  ...OTEL_VARIABLES,
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
});

export const ADDRESSES = [
  "PUBLIC_URL",
  "BASE_URL",
  "CHECKOUT_URL",
  "SECURE_URL",
  "PAYER_APP_URL",
  "CONSOLE_URL",
  "SANDBOX_BANK_URL",
  "SANDBOX_SHOP_URL",
] as const;

/** Compared with `.env.example`. */
export const variableNames: string[] = Object.keys(variables.shape);

const databaseVariables = variables.pick({
  DATABASE_URL: true,
  DATABASE_DIRECT_URL: true,
  DATABASE_MIGRATE_URL: true,
  DATABASE_POOL: true,
  DATA_DIR: true,
});

const secretMessage =
  "is required together with DATABASE_URL; create one with: openssl rand -hex 32";
const schema = variables.check((context) => {
  const { APP_SECRET, APP_SECRET_FILE, DATABASE_URL } = context.value;
  if (DATABASE_URL && !APP_SECRET && !APP_SECRET_FILE) {
    context.issues.push({
      code: "custom",
      input: undefined,
      path: ["APP_SECRET"],
      message: secretMessage,
    });
  }
  if (context.value.DATABASE_DIRECT_URL && !DATABASE_URL) {
    context.issues.push({
      code: "custom",
      input: undefined,
      path: ["DATABASE_DIRECT_URL"],
      message: "needs DATABASE_URL",
    });
  }
  const unnamed = unnamedIn(context.value);
  if (unnamed) {
    context.issues.push({
      code: "custom",
      input: undefined,
      path: [unnamed],
      message: "is required together with the OPERATOR_ variables that are set",
    });
  }
  const outbound = outboundProblem(context.value);
  if (outbound) context.issues.push({ code: "custom", input: undefined, ...outbound });
  for (const [name, message] of oidcProblems(context.value)) {
    context.issues.push({ code: "custom", input: undefined, path: [name], message });
  }
});

type Variables = z.output<typeof variables>;

/** URLs have no trailing slash. */
export type Env = ReturnType<typeof parseEnv>;

/**
 * An empty variable counts as unset.
 * @throws EnvError
 */
export function parseEnv(source: Source) {
  const values = parse(schema, source);
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  return {
    ...values,
    OIDC: oidcOf(values),
    PUBLIC_URL: publicUrl,
    BASE_URL: values.BASE_URL ?? `${publicUrl}/api`,
    CHECKOUT_URL: values.CHECKOUT_URL ?? `${publicUrl}/checkout`,
    SECURE_URL: values.SECURE_URL ?? `${publicUrl}/secure`,
    PAYER_APP_URL: values.PAYER_APP_URL ?? `${publicUrl}/pay`,
    // With https, a proxy terminates TLS.
    TRUSTED_PROXIES: values.TRUSTED_PROXIES ?? (publicUrl.startsWith("https:") ? 1 : 0),
    CONSOLE_URL: values.CONSOLE_URL ?? `${publicUrl}/console`,
    SECURITY_CONTACT: values.SECURITY_CONTACT ?? contactOf(values.MAIL_FROM ?? ""),
    MAIL_FROM: values.MAIL_FROM ?? `Bankside <no-reply@${new URL(publicUrl).hostname}>`,
    SANDBOX_BANK_URL: values.SANDBOX_BANK_URL ?? `${publicUrl}/sandbox/bank`,
    SANDBOX_SHOP_URL: values.SANDBOX_SHOP_URL ?? `${anotherSite(publicUrl)}/sandbox/shop`,
    ALLOW_LOCAL_CALLBACKS: values.ALLOW_LOCAL_CALLBACKS ?? isOnLoopback(values),
  };
}

/**
 * Only what opening the database takes, without `APP_SECRET`.
 * @throws EnvError
 */
export function parseDatabaseEnv(source: Source) {
  return parse(databaseVariables, source);
}

function parse<Schema extends z.ZodObject>(by: Schema, source: Source): z.output<Schema> {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  if (!present["HTTPS_PROXY"] && !present["HTTPS_PROXY_FILE"]) delete present["NO_PROXY"];
  const names = SECRETS.filter((name) => name in by.shape);
  const { secrets, problems } = readSecrets(names, present);
  const { data, error } = by.safeParse({ ...present, ...secrets });
  for (const { path, message } of error?.issues ?? []) {
    problems.push(`${path.join(".")}: ${message}`);
  }
  if (data && problems.length === 0) return data as z.output<Schema>;
  const lines = problems.map((problem) => `  ${problem}`).join("\n");
  throw new EnvError(
    `The configuration is not valid (.env.example explains each variable):\n${lines}`,
  );
}

/**
 * A variable that the configuration names, or the content of its file.
 * @throws EnvError
 */
export function secretNamed(name: string): string | undefined {
  return readSecret(name, process.env);
}

const HOLDER = Symbol.for("bankside.env");
// Next's bundles have their own copy of this file.
const holder = globalThis as typeof globalThis & { [HOLDER]?: Env };

export function loadEnv(): Env {
  holder[HOLDER] ??= parseEnv(process.env);
  return holder[HOLDER];
}

// Browsers treat localhost and 127.0.0.1 as two sites.
function anotherSite(publicUrl: string): string {
  const url = new URL(publicUrl);
  if (url.hostname === "localhost") url.hostname = "127.0.0.1";
  return url.origin;
}

function isOnLoopback(values: Variables): boolean {
  const { HOST = "localhost" } = values;
  return (
    /^(localhost$|127\.|::1$)/.test(HOST) &&
    ADDRESSES.every((name) => values[name] === undefined || isLoopback(values[name]))
  );
}
