import assert from "node:assert/strict";
import { before, it } from "node:test";
import { and, eq, sql } from "drizzle-orm";
import { payees } from "#lib/merchants/model/schema.ts";
import { auditEntries } from "#lib/platform/db/schema.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";

const IBAN = "NL91ABNA0417164300";
const OTHER = "DE89370400440532013000";
const UNKNOWN = "acct_01kagj1d6xf0bsn9t2v7y3m5qe";

onDatabase("changes of an account", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let accountId: string;
  before(async () => {
    test = createTestServices(connection());
  });
  const make = async () => {
    const merchant = await makeMerchant(test.services);
    ({ accountId } = merchant);
    return merchant;
  };

  const log = async () =>
    (await test.services.audit.list({ accountId, limit: 10 }))
      .filter(({ action }) => action !== "api_key.created")
      .map(({ actor, action, target, details }) => ({ actor, action, target, details }));
  const payeesOf = async () =>
    (await database().select().from(payees).where(eq(payees.accountId, accountId)))
      .map(({ iban, name, isPrimary }) => ({ iban, name, isPrimary }))
      .sort((left, right) => left.iban.localeCompare(right.iban));

  it("appear in the audit log, newest first, only if they changed something", async () => {
    await make();
    const { accounts } = test.services;
    await accounts.setEmailWhitelisted(accountId, true);
    await accounts.setEmailWhitelisted(accountId, true);
    await accounts.setEmailWhitelisted(accountId, false, "demo");
    assert.deepEqual(await log(), [
      { actor: "demo", action: "account.unwhitelisted", target: accountId, details: {} },
      { actor: "operator", action: "account.whitelisted", target: accountId, details: {} },
      { actor: "operator", action: "account.created", target: accountId, details: {} },
    ]);
  });

  it("fail if they can't be logged", async () => {
    await make();
    await database().execute(sql`alter table audit_entries rename to audit_away`);
    try {
      await assert.rejects(test.services.accounts.setEmailWhitelisted(accountId, true));
    } finally {
      await database().execute(sql`alter table audit_away rename to audit_entries`);
    }
    assert.equal((await test.services.accounts.appSettings(accountId)).emailWhitelisted, false);
  });

  it("add a confirmed payee, and log neither IBAN nor name", async () => {
    await make();
    const { accounts } = test.services;
    const input = {
      accountId,
      iban: "de89 3704 0044 0532 0130 00",
      name: " Ada ",
      isPrimary: false,
    };
    assert.equal(await accounts.confirmPayee(input), "added");
    assert.equal(await accounts.confirmPayee(input), "unchanged");
    assert.deepEqual(await accounts.findPayee(accountId, OTHER, "live"), {
      iban: OTHER,
      name: "Ada",
    });
    assert.equal((await accounts.primaryPayee(accountId, "live")).iban, IBAN);
    const [row] = await database()
      .select()
      .from(payees)
      .where(and(eq(payees.accountId, accountId), eq(payees.iban, OTHER)));
    const [entry, ...others] = await log();
    assert.deepEqual(entry, {
      actor: "operator",
      action: "payee.confirmed",
      target: row?.id,
      details: { added: true, primary: false },
    });
    assert.equal(others.length, 1);
    assert.doesNotMatch(JSON.stringify(await database().select().from(auditEntries)), /DE89|Ada/);
  });

  it("make a payee the primary one, or confirm and rename an existing one", async () => {
    const { apiKey } = await make();
    const before = await makeTransaction(test.services, apiKey);
    const { accounts } = test.services;
    await accounts.confirmPayee({ accountId, iban: OTHER, name: "Ada", isPrimary: true });
    const was = { iban: IBAN, name: "Corner Books" };
    assert.deepEqual(await payeesOf(), [
      { iban: OTHER, name: "Ada", isPrimary: true },
      { ...was, isPrimary: false },
    ]);
    const after = await makeTransaction(test.services, apiKey);
    assert.deepEqual([before.payeeIban, after.payeeIban], [IBAN, OTHER]);

    await database()
      .update(payees)
      .set({ confirmedAt: null })
      .where(and(eq(payees.accountId, accountId), eq(payees.iban, OTHER)));
    await assert.rejects(accounts.primaryPayee(accountId, "live"), { code: "no_payee" });
    const again = { accountId, iban: OTHER, name: "Ada B.", isPrimary: false };
    assert.equal(await accounts.confirmPayee(again), "changed");
    assert.deepEqual(await accounts.primaryPayee(accountId, "live"), {
      iban: OTHER,
      name: "Ada B.",
    });
  });

  it("leave one primary payee when several are confirmed at once", async () => {
    await make();
    const ibans = [IBAN, OTHER, "GB29NWBK60161331926819", "FR1420041010050500013M02606"];
    await Promise.all(
      ibans.map((iban) =>
        test.services.accounts.confirmPayee({ accountId, iban, name: "Ada", isPrimary: true }),
      ),
    );
    const all = await payeesOf();
    assert.deepEqual([all.length, all.filter(({ isPrimary }) => isPrimary).length], [4, 1]);
  });

  it("are refused for wrong fields, unknown accounts and closed accounts", async () => {
    await make();
    const { accounts, operator } = test.services;
    const good = { accountId, iban: OTHER, name: "Ada", isPrimary: true };
    const confirm = async (wrong: Partial<typeof good>) =>
      accounts.confirmPayee({ ...good, ...wrong });
    await assert.rejects(confirm({ iban: "DE89370400440532013001" }), { code: "invalid_request" });
    await assert.rejects(confirm({ name: "a\u0007" }), { code: "invalid_request" });
    await assert.rejects(confirm({ accountId: UNKNOWN }), {
      code: "not_found",
      message: `There is no account ${UNKNOWN}`,
    });
    await operator.close(accountId);
    await assert.rejects(confirm({}), { code: "account_closed" });
    await assert.rejects(accounts.setEmailWhitelisted(accountId, true), { code: "account_closed" });
    assert.equal((await payeesOf()).length, 1);
  });
});
