import assert from "node:assert/strict";
import type { LinkInput, LinkPress } from "#lib/payments/links/link.ts";
import type { WholeTransaction } from "#lib/payments/transactions/transaction.ts";
import type { Connection } from "#lib/platform/db/client.ts";
import { createTestServices, makeMerchant, startAttempt } from "./factories.ts";

export const LINK = { usage: "reusable", amount: 1250, currency: "EUR" } as const;

/** A merchant with payment links, and visitors. */
export async function openLinkDesk(connection: Connection, variables: Record<string, string> = {}) {
  const { services, clock, bank } = createTestServices(connection, variables);
  const { accountId, apiKey } = await makeMerchant(services);
  const owner = { accountId, mode: "test" } as const;

  async function transactionAt(address: string): Promise<WholeTransaction> {
    const reference = new URL(address).searchParams.get("reference") ?? "";
    return (await services.transactions.findByReference(reference)) ?? assert.fail(address);
  }

  async function press(token: string, by: Partial<LinkPress> = {}): Promise<WholeTransaction> {
    const pressed = { token, browser: undefined, address: undefined, ...by };
    return transactionAt(await services.links.pay(pressed));
  }

  return {
    services,
    clock,
    bank,
    accountId,
    apiKey,
    owner,
    transactionAt,
    press,

    async make(input: Partial<LinkInput> = {}) {
      const request = { ...owner, input: { ...LINK, ...input }, actor: "usr_1" } as const;
      return (await services.links.create(request)).link;
    },

    read: (id: string) => services.links.find({ accountId, id }),

    async succeed(transaction: WholeTransaction): Promise<void> {
      await startAttempt(services, transaction);
      bank.decide("succeeded");
      await services.attempts.refreshLatest(transaction.id);
    },

    fail: (id: string) => services.transactions.cancelForAccount(accountId, id, "usr_1"),
  };
}

export type LinkDesk = Awaited<ReturnType<typeof openLinkDesk>>;
