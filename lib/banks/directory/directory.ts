import type { Bank, BankConnector, NeededFromPayer } from "#lib/banks/connector.ts";
import { createClientToken } from "#lib/banks/nextgenpsd2/client-token.ts";
import { createNextGenPsd2Connector } from "#lib/banks/nextgenpsd2/connector.ts";
import type { Dropped } from "#lib/banks/nextgenpsd2/json.ts";
import { createMutualTlsFetch } from "#lib/banks/nextgenpsd2/mutual-tls.ts";
import { createRequestSigner } from "#lib/banks/nextgenpsd2/signature.ts";
import {
  DIALECT_BANKS,
  DIALECT_HEADER,
  DIALECTS,
  isDialectBank,
} from "#lib/banks/sandbox/dialects.ts";
import { SANDBOX_BANKS } from "#lib/banks/sandbox/sandbox-banks.ts";
import { SANDBOX_CREDENTIAL_HEADER } from "#lib/banks/sandbox/sandbox-credential.ts";
import {
  fetchWith,
  SANDBOX_CLIENT,
  SANDBOX_METADATA_PATH,
} from "#lib/banks/sandbox/sandbox-oauth.ts";
import type { OutboundProxy } from "#lib/platform/net/outbound-proxy.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import type { ConfiguredBank } from "./file.ts";
import { type BankLogo, checkLogo } from "./logo.ts";

const SANDBOX = SANDBOX_BANKS.map(({ logo, ...bank }) => ({
  ...bank,
  country: "DE",
  mode: "test" as const,
  logo: checkLogo(Buffer.from(logo)),
}));

const DIALECT_ENTRIES = DIALECTS.map((dialect) => ({
  ...DIALECT_BANKS[dialect],
  dialect,
  country: "DE",
  mode: "test" as const,
  isDialect: true,
}));

const INSTANT_BANKS = new Set(["sandbox-instant"]);

export const isSandboxBank = (id: string): boolean =>
  SANDBOX_BANKS.some((bank) => bank.id === id) || isDialectBank(id);

type Deps = {
  sandboxBankUrl: string;
  sandboxCredential?: string;
  sandboxEnabled: () => Promise<boolean>;
  /** Their ids never start with `sandbox`. */
  configured?: readonly ConfiguredBank[];
  grantReturnUrl?: string;
  logoPath?: string;
  now?: () => Date;
  proxy?: OutboundProxy | undefined;
  logger?: Pick<Logger, "warn"> | undefined;
};

export function createBankDirectory({ configured = [], logoPath = "", ...deps }: Deps) {
  const connectors = connectAll({ configured, ...deps });
  const logos = new Map<string, BankLogo>(
    [...SANDBOX, ...configured].flatMap(({ logo }) => (logo ? [[logo.digest, logo]] : [])),
  );

  const offered = configured.filter(({ retired }) => !retired);

  return {
    async banksFor(mode: Bank["mode"], currency?: string): Promise<Bank[]> {
      const sandbox = (await deps.sandboxEnabled()) ? SANDBOX : [];
      const real = offered.filter(
        ({ currencies }) => currency === undefined || currencies.includes(currency),
      );
      const dialects = sandbox.length > 0 ? DIALECT_ENTRIES : [];
      return [...sandbox, ...real, ...dialects]
        .filter((bank) => bank.mode === mode)
        .map((bank) => toBank(bank, logoPath));
    },

    /** Sandbox banks accept every currency. */
    async currenciesInstead(
      mode: Bank["mode"],
      currency: string,
    ): Promise<readonly string[] | undefined> {
      const real = offered.filter((bank) => bank.mode === mode);
      const accepted = new Set(real.flatMap(({ currencies }) => currencies));
      if (accepted.has(currency)) return undefined;
      // Last, because it may read the database.
      const isTest = mode === "test";
      if (isTest && (real.length === 0 || (await deps.sandboxEnabled()))) return undefined;
      return [...accepted];
    },

    /** The sandbox last, because that may read the database. */
    async hasBank(mode: Bank["mode"], currency?: string): Promise<boolean> {
      const accepts = (list: readonly string[]) =>
        currency === undefined || list.includes(currency);
      if (offered.some((bank) => bank.mode === mode && accepts(bank.currencies))) return true;
      return mode === "test" && deps.sandboxEnabled();
    },

    /** Also finds retired banks, for payments that already started. */
    connectorFor(bankId: string, mode: Bank["mode"]): BankConnector | undefined {
      const known = connectors.get(bankId);
      return known?.mode === mode ? known.connector : undefined;
    },

    logo: (digest: string): BankLogo | undefined => logos.get(digest),
  };
}

type Connected = { mode: Bank["mode"]; connector: BankConnector };

/** By the bank's id. */
function connectAll({ configured = [], ...deps }: Deps): Map<string, Connected> {
  const { sandboxBankUrl, sandboxCredential, grantReturnUrl: redirectUri = "", proxy } = deps;
  const { now = () => new Date(), logger } = deps;
  const connectors = new Map<string, Connected>();
  const credential: Record<string, string> = sandboxCredential
    ? { [SANDBOX_CREDENTIAL_HEADER]: sandboxCredential }
    : {};
  for (const { id, mode } of SANDBOX) {
    const instant = INSTANT_BANKS.has(id);
    const options = { baseUrl: sandboxBankUrl, instant, headers: credential };
    connectors.set(id, { mode, connector: createNextGenPsd2Connector(options) });
  }
  for (const { id, mode, dialect, settings } of DIALECT_ENTRIES) {
    const fetch = fetchWith({ [DIALECT_HEADER]: dialect, ...credential });
    const oauth = dialect === "oauth" && sandboxOAuthOf(sandboxBankUrl, redirectUri);
    const options = { ...settings, baseUrl: sandboxBankUrl, fetch, now, ...(oauth && { oauth }) };
    connectors.set(id, { mode, connector: createNextGenPsd2Connector(options) });
  }
  for (const bank of configured) {
    const connector = connect(bank, { redirectUri, now, proxy, logger });
    connectors.set(bank.id, { mode: bank.mode, connector });
  }
  return connectors;
}

function sandboxOAuthOf(bankUrl: string, redirectUri: string) {
  const issuer = bankUrl.replace(/\/+$/, "");
  const metadataUrl = `${issuer}${SANDBOX_METADATA_PATH}`;
  return { ...SANDBOX_CLIENT, issuer, metadataUrl, redirectUri, isBeforeOrder: true };
}

function neededBy({ quirks }: ConfiguredBank): NeededFromPayer[] {
  const needs: Partial<Record<ConfiguredBank["quirks"][number], NeededFromPayer>> = {
    "payer-iban": "iban",
    "psu-id": "id",
  };
  return quirks.flatMap((quirk) => needs[quirk] ?? []);
}

type Offered = Omit<Bank, "logoPath"> & { logo?: BankLogo };

function toBank({ logo, ...bank }: Offered, logoPath: string): Bank {
  const { id, name, country, bic, mode, isDialect } = bank;
  return {
    ...{ id, name, country, bic, mode },
    ...(logo && { logoPath: `${logoPath}/${logo.digest}` }),
    ...(isDialect && { isDialect }),
  };
}

type Connection = Pick<Deps, "proxy" | "logger"> & { redirectUri: string; now: () => Date };

function connect(bank: ConfiguredBank, deps: Connection): BankConnector {
  const { redirectUri, now, proxy, logger } = deps;
  const { certificate, authorities, signing, oauth, clientToken } = bank;
  const hasQuirk = (quirk: ConfiguredBank["quirks"][number]) => bank.quirks.includes(quirk);
  const fetch = createMutualTlsFetch({ certificate, authorities, proxy });
  const allowHttp = bank.xs2aUrl.startsWith("http:");
  const onDropped = (dropped: Dropped[]) =>
    logger?.warn({ bankId: bank.id, dropped }, "parts of the bank's response can't be used");
  return createNextGenPsd2Connector({
    baseUrl: bank.xs2aUrl,
    version: bank.version,
    now,
    instant: bank.product === "instant-sepa-credit-transfers",
    ownIp: bank.ownIp,
    headers: bank.headers,
    explicitStart: hasQuirk("explicit-authorisation"),
    hidesAuthorisations: hasQuirk("no-authorisation-list"),
    numericAmounts: hasQuirk("amounts-as-numbers"),
    onlyIpv4: hasQuirk("ipv4-only"),
    statusInOrder: hasQuirk("status-in-order"),
    needs: neededBy(bank),
    prefersDecoupled: bank.approval === "decoupled",
    approvalMinutes: bank.approvalMinutes,
    proof: bank.proof,
    statuses: bank.statuses,
    finalStatuses: bank.finalStatuses,
    onDropped,
    fetch,
    ...(clientToken && {
      clientToken: createClientToken(clientToken, { fetch, onDropped, now, allowHttp }),
    }),
    ...(signing && { sign: createRequestSigner(signing, now) }),
    ...(oauth && {
      oauth: { ...oauth, isBeforeOrder: oauth.step === "before-order", redirectUri },
    }),
  });
}
