import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sql } from "drizzle-orm";
import { canMoveFunds, FUNDS, type Funds } from "#lib/payments/model/funds.ts";
import { canMove, TRANSACTION_STATUSES } from "#lib/payments/model/status.ts";
import { createCreditorReference } from "#lib/platform/values/creditor-reference.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { storePayments } from "#lib/testing/payments.ts";

/** Approved by the payer and sent to the bank. */
const FIXED = {
  transactions: {
    amount: "amount + 1",
    currency: "'USD'",
    payee_iban: "'DE89370400440532013000'",
    payee_name: "'Somebody else'",
    mode: "'live'",
    reference: "'another'",
  },
  expected_transfers: { reference: "'RF18539007547034'" },
  payment_attempts: {
    amount: "amount + 1",
    currency: "'USD'",
    payee_iban: "'DE89370400440532013000'",
    payee_name: "'Somebody else'",
    end_to_end_id: "'BSANOTHER'",
    request_id: "'another'",
  },
} as const;

onBothDatabases("guards of the database", (database, connection) => {
  async function store(status: (typeof TRANSACTION_STATUSES)[number]) {
    const { apiKey } = await makeMerchant(createTestServices(connection()).services);
    const transferReference = createCreditorReference();
    const made = [{ transaction: { status, transferReference }, attempts: [{}] }];
    const [stored] = await storePayments(database(), apiKey, made);
    const id = stored?.transaction.id;
    return { transactions: id, expected_transfers: id, payment_attempts: stored?.attempts[0]?.id };
  }
  const change = (table: string, id: string | undefined, column: string, value: string) => {
    const key = table === "expected_transfers" ? "transaction_id" : "id";
    return sql.raw(`update ${table} set ${column} = ${value} where ${key} = '${id}'`);
  };
  const isRefused = (error: unknown) =>
    error instanceof Error && /immutable|no way from/.test(String(error.cause));

  for (const [table, columns] of Object.entries(FIXED)) {
    for (const [column, value] of Object.entries(columns)) {
      it(`keep ${table}.${column} as approved`, async () => {
        const ids = await store("pending");
        const id = ids[table as keyof typeof ids];
        const changed = database().execute(change(table, id, column, value));
        await assert.rejects(Promise.resolve(changed), isRefused);
        await database()
          .transaction(async (tx) => {
            // Without the guard, the same statement passes.
            await tx.execute(sql.raw(`alter table ${table} disable trigger ${table}_guard`));
            await tx.execute(change(table, id, column, value));
            tx.rollback();
          })
          .catch((error: Error) => assert.equal(error.message, "Rollback"));
      });
    }
  }

  it("allow only the transitions of funds in the table, of a payment that succeeded", async () => {
    const insert = (id: string | undefined, funds: Funds) =>
      database().execute(sql`insert into transaction_funds values (${id}, ${funds}, now())`);
    const update = (id: string | undefined, funds: Funds) =>
      database().execute(
        sql`update transaction_funds set funds = ${funds} where transaction_id = ${id}`,
      );
    const check = async (move: PromiseLike<unknown>, isAllowed: boolean) => {
      if (isAllowed) await move;
      else await assert.rejects(Promise.resolve(move), isRefused);
    };
    const { transactions: unpaid } = await store("processing");
    for (const funds of FUNDS) await check(insert(unpaid, funds), false);
    const { transactions: id } = await store("succeeded");
    for (const funds of ["unknown", "expected", "returned", "received"] as const) {
      await check(insert(id, funds), canMoveFunds("expected", funds));
    }
    for (const funds of ["unknown", "expected", "received", "returned"] as const) {
      await check(update(id, funds), canMoveFunds("received", funds));
    }
    for (const funds of FUNDS) await check(update(id, funds), canMoveFunds("returned", funds));
  });

  describe("allow only the transitions in the table", () => {
    for (const from of TRANSACTION_STATUSES) {
      for (const to of TRANSACTION_STATUSES.filter((status) => status !== from)) {
        it(`${from} to ${to}: ${canMove(from, to) ? "yes" : "no"}`, async () => {
          const { transactions: id } = await store(from);
          const move = database().execute(sql`
            update transactions set status = ${to},
              failure_reason = case when ${to} = 'failed' then 'expired' end,
              finished_at = case when ${to} in ('failed', 'succeeded') then now() end
            where id = ${id}`);
          if (canMove(from, to)) await move;
          else await assert.rejects(Promise.resolve(move), isRefused);
        });
      }
    }
  });
});
