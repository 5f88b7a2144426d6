import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { parseIban } from "#lib/platform/values/iban.ts";
import { automationAccount, demoAccounts, isKeptHere } from "./accounts.ts";

describe("demo accounts", () => {
  it("have stable, valid IBANs that differ by login and account", () => {
    fc.assert(
      fc.property(fc.string(), (login) => {
        const ibans = demoAccounts(login, "EUR").map(({ iban }) => iban);
        assert.equal(new Set(ibans).size, 2);
        for (const iban of ibans) assert.equal(parseIban(iban), iban);
        assert.deepEqual(
          demoAccounts(` ${login.toUpperCase().toLowerCase()} `, "EUR").map(({ iban }) => iban),
          demoAccounts(login.toUpperCase(), "EUR").map(({ iban }) => iban),
        );
        assert.notEqual(demoAccounts(`${login}x`, "EUR")[0]?.iban, ibans[0]);
      }),
    );
  });

  it("hold the same sums in the minor unit of every currency", () => {
    const openings = (currency: string) =>
      demoAccounts("demo", currency).map(({ opening }) => opening);
    assert.deepEqual(openings("EUR"), [1_000_000, 500]);
    assert.deepEqual(openings("JPY"), [10_000, 5]);
    assert.deepEqual(openings("KWD"), [10_000_000, 5_000]);
  });

  it("begin with the payer's account that was sent, unless it is one of them", () => {
    const given = "NL91ABNA0417164300";
    const own = demoAccounts("demo", "EUR");
    assert.deepEqual(demoAccounts("demo", "EUR", given), [
      { key: "given", iban: given, opening: 1_000_000 },
      ...own,
    ]);
    assert.equal(demoAccounts("demo", "JPY", given)[0]?.opening, 10_000);
    for (const { iban } of own) assert.deepEqual(demoAccounts("demo", "EUR", iban), own);
    assert.deepEqual(demoAccounts("demo", "EUR", null), own);
  });

  it("are at this bank, like all German accounts and no others", () => {
    for (const { iban } of demoAccounts("demo", "EUR")) assert.ok(isKeptHere(iban));
    assert.ok(isKeptHere("DE89370400440532013000"));
    assert.ok(!isKeptHere("NL91ABNA0417164300"));
  });

  it("give automation an account with enough money", () => {
    const account = automationAccount("token", 99_999_999_999);
    assert.equal(account.opening, 99_999_999_999);
    assert.equal(parseIban(account.iban), account.iban);
  });
});
