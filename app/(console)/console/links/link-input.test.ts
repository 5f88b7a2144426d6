import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { readLinkForm, readTillForm } from "./link-input.ts";

const NOW = new Date("2026-03-28T12:00:00Z");

const FORM = {
  zone: "",
  usage: "reusable",
  amountBy: "merchant",
  amount: "12,50",
  minAmount: "",
  maxAmount: "",
  currency: "EUR",
  description: "  Two books ",
  expiresAt: "",
  maxPayments: "",
  externalId: "",
} as const;

type Form = Parameters<typeof readLinkForm>[0];

function problemsOf(changed: Partial<Form>): Record<string, string> {
  try {
    readLinkForm({ ...FORM, ...changed }, NOW);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return Object.fromEntries((error.fields ?? []).map(({ path, message }) => [path, message]));
  }
  return {};
}

const read = (changed: Partial<Form>) => readLinkForm({ ...FORM, ...changed }, NOW);

describe("form of a new link", () => {
  it("reads amounts with a comma, and leaves out what is empty", () => {
    assert.deepEqual(JSON.parse(JSON.stringify(read({}))), {
      usage: "reusable",
      amount: 1250,
      currency: "EUR",
      description: "Two books",
    });
  });

  it("ignores the fields that its choices hide", () => {
    const once = read({ usage: "once", maxPayments: "many", minAmount: "x", maxAmount: "x" });
    assert.equal(once.maxPayments, undefined);
    assert.equal(once.minAmount, undefined);
    const open = read({ amountBy: "payer", amount: "x", minAmount: "5", maxAmount: "50" });
    assert.deepEqual([open.amount, open.minAmount, open.maxAmount], [undefined, 500, 5000]);
  });

  it("ends with the last day where the merchant is, also when clocks change", () => {
    const day = { expiresAt: "2026-03-29" };
    assert.equal(read(day).expiresAt, "2026-03-30T00:00:00.000Z");
    assert.equal(read({ ...day, zone: "Europe/Berlin" }).expiresAt, "2026-03-29T22:00:00.000Z");
    assert.equal(read({ ...day, zone: "No/Where" }).expiresAt, "2026-03-30T00:00:00.000Z");
    assert.ok(read({ expiresAt: "2026-03-28" }).expiresAt);
  });

  it("names every wrong field at once", () => {
    const wrong = {
      amount: "12.345",
      description: "x".repeat(141),
      expiresAt: "2026-03-27",
      maxPayments: "0",
      externalId: "a\nb",
    };
    assert.deepEqual(problemsOf(wrong), {
      amount: "link_amount",
      description: "link_description",
      expiresAt: "link_expiry",
      maxPayments: "link_max_payments",
      externalId: "link_order",
    });
  });

  for (const amount of ["", "0", "-1", "1e3", "1.000,50", "999999999999", "0.001"]) {
    it(`refuses the amount “${amount}”`, () => {
      assert.deepEqual(problemsOf({ amount }), { amount: "link_amount" });
    });
  }

  it("refuses bounds the wrong way round, unknown currencies and days", () => {
    const bounds = { amountBy: "payer", minAmount: "50", maxAmount: "5" } as const;
    assert.deepEqual(problemsOf(bounds), { maxAmount: "link_bounds" });
    assert.deepEqual(problemsOf({ currency: "XXX" }), { currency: "link_currency" });
    assert.deepEqual(problemsOf({ expiresAt: "2026-02-30x" }), { expiresAt: "link_expiry" });
    assert.deepEqual(problemsOf({ expiresAt: "soon" }), { expiresAt: "link_expiry" });
  });
});

describe("form of the till", () => {
  it("makes a link for one payment within the hour", () => {
    const input = readTillForm({ amount: "4", currency: "EUR", description: "" }, NOW);
    assert.deepEqual(JSON.parse(JSON.stringify(input)), {
      usage: "once",
      amount: 400,
      currency: "EUR",
      expiresAt: "2026-03-28T13:00:00.000Z",
    });
  });
});
