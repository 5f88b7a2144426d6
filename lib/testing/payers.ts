import { randomUUID } from "node:crypto";
import type { IntegrationMethod } from "#lib/merchants/model/integration-method.ts";
import type { TokenDetails } from "#lib/merchants/tokens/service.ts";
import type { Start } from "#lib/payments/attempts/start.ts";
import type { Sent } from "#lib/payments/attempts/submit.ts";
import { createPayerPurges } from "#lib/payments/payers/purge/service.ts";
import { createPayerService } from "#lib/payments/payers/service.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Connection } from "#lib/platform/db/client.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { Mail } from "#lib/platform/mail/mail.ts";
import {
  createTestServices,
  makeDirectTransaction,
  makeMerchant,
  makeTransaction,
} from "./factories.ts";

/** `counts.macs` counts checked codes. */
export function createTestPayers(connection: Connection) {
  const test = createTestServices(connection);
  const { services, clock } = test;
  const mails: Mail[] = [];
  const counts = { macs: 0 };
  const post: { isDown: boolean; whileSending?: (() => Promise<void>) | undefined } = {
    isDown: false,
  };
  const seal: typeof services.seal = {
    ...services.seal,
    mac(text, purpose) {
      if (purpose === "payer-code") counts.macs++;
      return services.seal.mac(text, purpose);
    },
  };
  const payers = createPayerService({
    ...services,
    db: connection.db,
    clock,
    seal,
    async sendMail(mail) {
      await post.whileSending?.();
      if (post.isDown) throw new AppError("mail_unavailable");
      mails.push(mail);
    },
  });
  const lastCode = () => mails.at(-1)?.subject.slice(0, 6) ?? "";

  const wrongCode = () => lastCode().replace(/^./, (digit) => String((Number(digit) + 1) % 10));

  async function openWeb(deviceId?: string) {
    const { apiKey } = await makeMerchant(services);
    const transaction = await makeTransaction(services, apiKey);
    const session = await payers.open({ reference: transaction.reference, deviceId });
    return { apiKey, transaction, session };
  }

  async function makeLink(
    options: {
      details?: TokenDetails;
      method?: IntegrationMethod;
      appSchemes?: string[];
      mode?: Mode;
    } = {},
  ) {
    const { mode = "test", appSchemes = [] } = options;
    const merchant = await makeMerchant(services, { appSchemes, mode });
    const apiKey = await services.apiKeys.authenticate(merchant.keys[options.method ?? "direct"]);
    if (!apiKey) throw new Error("the new key does not work");
    const direct = await makeDirectTransaction(services, apiKey, {
      details: options.details ?? {},
    });
    const link = {
      token: direct.checkoutToken,
      jwt: direct.jwt,
      redirectUrl: "myapp",
      deviceId: undefined,
      currentSession: async () => undefined,
    };
    return { ...direct, apiKey, link };
  }

  async function rememberDevice(email: string): Promise<string> {
    const { session } = await openWeb();
    await payers.sendCode({ sessionId: session.id, email, locale: "en" });
    await payers.checkCode({ sessionId: session.id, code: lastCode() });
    return payers.remember(session.id);
  }

  const purges = createPayerPurges({ db: connection.db, clock });

  /** As the worker does every hour. */
  async function purge(): Promise<number> {
    let done = 0;
    for (const run of Object.values(purges)) done += await run();
    return done;
  }

  return {
    ...test,
    payers,
    purge,
    mails,
    counts,
    post,
    lastCode,
    wrongCode,
    openWeb,
    makeLink,
    rememberDevice,
  };
}

/** As the payer's page does, with any session that a cookie may name. */
export async function startAsPayer(
  { services, payers }: Pick<ReturnType<typeof createTestPayers>, "services" | "payers">,
  { reference, sessionId, ...order }: { reference: string; sessionId: string } & Partial<Start>,
): Promise<Sent> {
  const transaction = await services.transactions.findByReference(reference);
  const session = transaction && (await payers.resume(transaction, sessionId));
  if (!session) throw new AppError("session_missing");
  const view = await services.checkout.view(reference, transaction.flow);
  const { orderDigest = "" } = view ?? {};
  return payers.start(session, { bankId: "scripted", orderDigest, payerIp: undefined, ...order });
}

export async function beginVerification(
  connection: Connection,
  test = createTestPayers(connection),
) {
  const { payers } = test;
  const { apiKey, transaction, session } = await test.openWeb();
  const { id: sessionId, reference } = session;
  const email = `ada-${randomUUID()}@shop.example`;
  return {
    ...test,
    apiKey,
    transaction,
    sessionId,
    reference,
    email,
    send: (address: string = email) => payers.sendCode({ sessionId, email: address, locale: "en" }),
    resend: () => payers.sendCode({ sessionId, email: undefined, locale: "en" }),
    check: (code: string) => payers.checkCode({ sessionId, code }),
    session: () => payers.session(sessionId, reference),
  };
}
