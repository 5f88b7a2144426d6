import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import type { CreateRequest } from "#lib/payments/transactions/transaction.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Connection } from "#lib/platform/db/client.ts";
import { events } from "#lib/webhooks/model/schema.ts";
import { createTestServices, makeMerchant, makeTransaction } from "./factories.ts";
import { type MadeEntry, type MadeStatement, makeStatement } from "./statements.ts";

export const MEMBER = "usr_01kagj1d6xf0bsn9t2v7y3m5qe";

export type TransferDesk = Awaited<ReturnType<typeof openTransferDesk>>;

/** `stranger` is another merchant. */
export async function openTransferDesk(connection: Connection, mode: Mode = "test") {
  const first = createTestServices(connection);
  const { apiKey } = await makeMerchant(first.services, { mode });
  const { apiKey: stranger } = await makeMerchant(first.services);
  await first.services.accounts.setTakesTransfers(apiKey.accountId, true, "operator");
  let bankRefs = 0;

  const desk = {
    apiKey,
    stranger,
    test: first,
    owner: () => ({ accountId: apiKey.accountId, mode: apiKey.mode }),

    async fresh(input: Partial<CreateRequest["input"]> = {}) {
      desk.test = createTestServices(connection);
      const transaction = await makeTransaction(desk.test.services, apiKey, input);
      return { ...transaction, transferReference: transaction.transferReference ?? "" };
    },

    async read(id: string) {
      return (await desk.test.services.transactions.findById(id)) ?? assert.fail(id);
    },

    eventsOf: (id: string) =>
      connection.db.select().from(events).where(eq(events.transactionId, id)),

    async transfersOf(id: string) {
      const rows = await connection.db
        .select()
        .from(receivedTransfers)
        .where(eq(receivedTransfers.transactionId, id));
      return rows.map(({ status }) => status);
    },

    /** Imports a file; each entry gets a `bankRef` by default. */
    async give(entries: MadeEntry[], more: Partial<MadeStatement> = {}) {
      const named = entries.map((entry) => ({ bankRef: `B${++bankRefs}`, ...entry }));
      const bytes = Buffer.from(makeStatement({ entries: named, ...more }));
      const { transfers } = desk.test.services;
      const file = { name: "november.xml", bytes };
      const result = await transfers.importFile(desk.owner(), file, MEMBER);
      const report = await transfers.report(desk.owner(), result.importId);
      assert.ok(report);
      return { bytes, result, statuses: report.transfers.map(({ status }) => status), report };
    },
  };
  return desk;
}
