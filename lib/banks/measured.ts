import { count, time } from "#lib/platform/telemetry/metrics/record.ts";
import { inSpan } from "#lib/platform/telemetry/tracing/tracer.ts";
import { type BankConnector, type BankDirectory, BankError, type BankOAuth } from "./connector.ts";

type Call = "start" | "read" | "cancel" | "ask_grant" | "redeem_grant" | "renew_grant";

export function measured<Directory extends BankDirectory>(directory: Directory): Directory {
  const connectors = new Map<string, BankConnector>();
  return {
    ...directory,
    connectorFor(bankId, mode) {
      const connector = directory.connectorFor(bankId, mode);
      if (!connector) return undefined;
      const key = `${mode} ${bankId}`;
      const known = connectors.get(key) ?? measureConnector(bankId, connector);
      connectors.set(key, known);
      return known;
    },
  };
}

function measureConnector(bank: string, connector: BankConnector): BankConnector {
  const { oauth } = connector;
  return {
    ...connector,
    startPayment: (order) => measure(bank, "start", () => connector.startPayment(order)),
    readPayment: (payment) => measure(bank, "read", () => connector.readPayment(payment)),
    cancelPayment: (payment) => measure(bank, "cancel", () => connector.cancelPayment(payment)),
    ...(oauth && { oauth: measureOAuth(bank, oauth) }),
  };
}

function measureOAuth(bank: string, oauth: BankOAuth): BankOAuth {
  return {
    ...oauth,
    ask: (state) => measure(bank, "ask_grant", () => oauth.ask(state)),
    redeem: (...given) => measure(bank, "redeem_grant", () => oauth.redeem(...given)),
    renew: (...given) => measure(bank, "renew_grant", () => oauth.renew(...given)),
  };
}

function measure<T>(bank: string, call: Call, work: () => Promise<T>): Promise<T> {
  const attributes = { "bankside.bank.id": bank };
  return inSpan(`bank ${call}`, { attributes }, () => countCall(bank, call, work));
}

async function countCall<T>(bank: string, call: Call, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  let outcome: BankError["kind"] | "ok" | "error" = "error";
  try {
    const result = await work();
    outcome = "ok";
    return result;
  } catch (error) {
    if (error instanceof BankError) outcome = error.kind;
    throw error;
  } finally {
    count("bankside_bank_requests_total", { bank, call, outcome });
    const seconds = (performance.now() - startedAt) / 1_000;
    time("bankside_bank_request_duration_seconds", { bank }, seconds);
  }
}
