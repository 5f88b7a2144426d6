import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import { accounts, payees } from "#lib/merchants/model/schema.ts";
import type { AppError } from "#lib/platform/failures/errors.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createTestServices } from "#lib/testing/factories.ts";

const IBAN = "NL91ABNA0417164300";

onBothDatabases("account service", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  before(() => {
    test = createTestServices(connection());
  });

  const create = (name: string) => test.services.accounts.create({ name, iban: IBAN });
  const countOf = async () => (await database().select().from(accounts)).length;

  it("trims the name of the account and of its payee", async () => {
    const id = await create("  Bücher & Café \n");
    const [row] = await database().select().from(accounts).where(eq(accounts.id, id));
    assert.equal(row?.name, "Bücher & Café");
    assert.deepEqual(await test.services.accounts.primaryPayee(id, "live"), {
      iban: IBAN,
      name: "Bücher & Café",
    });
    assert.ok(await create("é".repeat(70)));
  });

  const refused: [string, string][] = [
    ["no name", ""],
    ["a name of spaces", "   "],
    ["71 characters", "a".repeat(71)],
    ["a line break", "Corner\nBooks"],
    ["a turned direction", "Corner \u202eskooB"],
    ["a line separator", "Corner\u2028Books"],
    ["a NUL", "Corner\0Books"],
  ];
  for (const [what, name] of refused) {
    it(`refuses ${what}, and stores nothing`, async () => {
      const before = await countOf();
      await assert.rejects(create(name), {
        code: "invalid_request",
        fields: [{ path: "name", message: "must be a string of 1 to 70 printable characters" }],
      });
      assert.equal(await countOf(), before);
    });
  }

  it("stores each app scheme once, and trusts no e-mail address at first", async () => {
    const appSchemes = ["myapp", "com.shop.app-1+beta", "myapp", `a${"b".repeat(39)}`];
    const id = await test.services.accounts.create({ name: "Shop", iban: IBAN, appSchemes });
    assert.deepEqual(await test.services.accounts.appSettings(id), {
      appSchemes: ["myapp", "com.shop.app-1+beta", `a${"b".repeat(39)}`],
      emailWhitelisted: false,
      payerVerification: "on",
    });
    assert.deepEqual(
      (await test.services.accounts.appSettings(await create("Other"))).appSchemes,
      [],
    );
  });

  const wrongSchemes: [string, string[]][] = [
    ["an empty scheme", [""]],
    ["a scheme with its colon", ["myapp:"]],
    ["an address", ["myapp://pay"]],
    ["capitals", ["MyApp"]],
    ["a digit in front", ["1app"]],
    ["a space", ["my app"]],
    ["a line break", ["myapp\n"]],
    ["41 characters", ["a".repeat(41)]],
    ["a wrong one among good ones", ["myapp", "-"]],
    ["21 of them", Array.from({ length: 21 }, (_, index) => `app${index}`)],
  ];
  for (const [what, appSchemes] of wrongSchemes) {
    it(`refuses ${what} as app schemes and stores nothing`, async () => {
      const before = await countOf();
      const refused = test.services.accounts.create({ name: "Shop", iban: IBAN, appSchemes });
      await assert.rejects(refused, (error: AppError) => {
        assert.deepEqual([error.code, error.fields?.[0]?.path], ["invalid_request", "app-scheme"]);
        return true;
      });
      assert.equal(await countOf(), before);
    });
  }

  it("trusts the e-mail addresses of one account until that is revoked", async () => {
    const [id, other] = [await create("Shop"), await create("Other")];
    const trusts = async (account: string) =>
      (await test.services.accounts.appSettings(account)).emailWhitelisted;
    await test.services.accounts.setEmailWhitelisted(id, true);
    assert.deepEqual([await trusts(id), await trusts(other)], [true, false]);
    await test.services.accounts.setEmailWhitelisted(id, false);
    assert.equal(await trusts(id), false);
  });

  it("has no settings for an account that does not exist", async () => {
    const unknown = "acct_01kagj1d6xf0bsn9t2v7y3m5qe";
    await assert.rejects(test.services.accounts.appSettings(unknown), { code: "not_found" });
    const set = test.services.accounts.setEmailWhitelisted(unknown, true);
    await assert.rejects(set, { code: "not_found" });
  });

  it("uses an unconfirmed IBAN in test mode only, and only the primary one", async () => {
    const id = await create("Shop");
    const { primaryPayee } = test.services.accounts;
    const mine = eq(payees.accountId, id);
    await database().update(payees).set({ confirmedAt: null }).where(mine);
    assert.deepEqual(await primaryPayee(id, "test"), { iban: IBAN, name: "Shop" });
    await assert.rejects(primaryPayee(id, "live"), { code: "no_payee" });
    await database().update(payees).set({ isPrimary: false }).where(mine);
    await assert.rejects(primaryPayee(id, "test"), { code: "no_payee" });
  });

  it("uses only confirmed IBANs of the account", async () => {
    const [id, other] = [await create("Shop"), await create("Other")];
    const confirmedPayee = (accountId: string, iban: string) =>
      test.services.accounts.findPayee(accountId, iban, "live");
    assert.deepEqual(await confirmedPayee(id, IBAN), { iban: IBAN, name: "Shop" });
    assert.equal(await confirmedPayee(id, "DE89370400440532013000"), undefined);
    await database().update(payees).set({ confirmedAt: null }).where(eq(payees.accountId, id));
    assert.equal(await confirmedPayee(id, IBAN), undefined);
    assert.ok(await confirmedPayee(other, IBAN));
  });
});
