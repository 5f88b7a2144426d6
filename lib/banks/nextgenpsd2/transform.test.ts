import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { BankError, type PaymentOrder } from "#lib/banks/connector.ts";
import { MAX_AMOUNT } from "#lib/platform/values/money.ts";
import {
  productFor,
  toBankUrl,
  toInitiationBody,
  toInitiationHeaders,
  toReportedOrder,
} from "./transform.ts";

const ORDER: PaymentOrder = {
  endToEndId: "BS01K0000000000000000000000",
  requestId: "7a0f9f6e-3f39-4b6e-9a32-3f6f0d0c5a11",
  amount: 1250,
  currency: "EUR",
  payee: { iban: "NL91ABNA0417164300", name: "Corner Books" },
  remittance: "order-17",
  redirectUrl: "https://pay.example/pay/r/return?state=s",
  nokRedirectUrl: "https://pay.example/pay/r/return?state=s",
  payerIp: "198.51.100.7",
};

const isUnexpected = (error: unknown) =>
  error instanceof BankError && error.kind === "unexpected_answer";

describe("payment initiation", () => {
  it("writes the order in the standard's fields", () => {
    assert.deepEqual(toInitiationBody(ORDER), {
      endToEndIdentification: "BS01K0000000000000000000000",
      instructedAmount: { currency: "EUR", amount: "12.50" },
      creditorAccount: { iban: "NL91ABNA0417164300" },
      creditorName: "Corner Books",
      remittanceInformationUnstructured: "order-17",
    });
  });

  it("names a known payer's account by its IBAN only", () => {
    assert.deepEqual(toInitiationBody({ ...ORDER, payerIban: "DE89370400440532013000" }), {
      endToEndIdentification: "BS01K0000000000000000000000",
      instructedAmount: { currency: "EUR", amount: "12.50" },
      debtorAccount: { iban: "DE89370400440532013000" },
      creditorAccount: { iban: "NL91ABNA0417164300" },
      creditorName: "Corner Books",
      remittanceInformationUnstructured: "order-17",
    });
    assert.ok(!("debtorAccount" in toInitiationBody({ ...ORDER, payerIban: undefined })));
  });

  it("writes names and remittances in letters that all banks accept, within the standard's lengths", () => {
    const order = { ...ORDER, payee: { ...ORDER.payee, name: "Bücher & Käse".padEnd(90, "n") } };
    const body = toInitiationBody({ ...order, remittance: `tx_1 ${"ü".repeat(140)}` });
    assert.match(body.creditorName, /^Buecher \+ Kaesen+$/);
    assert.equal(body.creditorName.length, 70);
    assert.equal(body.remittanceInformationUnstructured, `tx-1 ${"ue".repeat(70)}`.slice(0, 140));
    const nameless = { ...ORDER, payee: { ...ORDER.payee, name: "/" } };
    assert.equal(toInitiationBody(nameless).creditorName, "NOTPROVIDED");
  });

  it("omits an empty remittance", () => {
    assert.ok(
      !("remittanceInformationUnstructured" in toInitiationBody({ ...ORDER, remittance: "" })),
    );
  });

  it("picks the product by currency and by the bank's products", () => {
    assert.equal(productFor("EUR", false), "sepa-credit-transfers");
    assert.equal(productFor("EUR", true), "instant-sepa-credit-transfers");
    assert.equal(productFor("SEK", true), "cross-border-credit-transfers");
  });

  it("sends the payer's IP address, or its own if that is unknown or invalid", () => {
    const ipOf = (payerIp: string | undefined) =>
      toInitiationHeaders({ ...ORDER, payerIp }, "192.0.2.1")["PSU-IP-Address"];
    assert.equal(ipOf("198.51.100.7"), "198.51.100.7");
    assert.equal(ipOf("::ffff:198.51.100.7"), "198.51.100.7");
    assert.equal(ipOf("2001:db8::1"), "2001:db8::1");
    for (const wrong of [undefined, "", "unknown", "1.2.3.4\r\nX-Evil: 1"]) {
      assert.equal(ipOf(wrong), "192.0.2.1");
    }
  });

  it("sends redirect addresses in ASCII", () => {
    const headers = toInitiationHeaders(
      { ...ORDER, redirectUrl: "https://pay.example/ü?x=é" },
      "192.0.2.1",
    );
    assert.equal(headers["TPP-Redirect-URI"], "https://pay.example/%C3%BC?x=%C3%A9");
  });
});

describe("the order as the bank repeats it", () => {
  it("equals our order, for every amount and currency", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: MAX_AMOUNT }),
        fc.constantFrom("EUR", "JPY", "KWD", "SEK"),
        (amount, currency) => {
          assert.deepEqual(toReportedOrder(toInitiationBody({ ...ORDER, amount, currency })), {
            endToEndId: ORDER.endToEndId,
            amount,
            currency,
            payeeIban: ORDER.payee.iban,
          });
        },
      ),
    );
  });

  it("is read from a JSON number only if the bank is configured to send one", () => {
    const body = toInitiationBody(ORDER);
    const reported = (amount: number, isKnown: boolean) =>
      toReportedOrder({ ...body, instructedAmount: { currency: "EUR", amount } }, isKnown)?.amount;
    assert.equal(reported(12.5, true), 1250);
    assert.equal(reported(999_999_999.99, true), MAX_AMOUNT);
    for (const amount of [12.505, -12.5, 1e21, Number.NaN]) {
      assert.throws(() => reported(amount, true), isUnexpected);
    }
    assert.throws(() => reported(12.5, false), isUnexpected);
  });

  it("is missing if amount or payee is missing", () => {
    const { endToEndIdentification, instructedAmount, creditorAccount } = toInitiationBody(ORDER);
    assert.equal(toReportedOrder({ endToEndIdentification, creditorAccount }), undefined);
    assert.equal(toReportedOrder({ endToEndIdentification, instructedAmount }), undefined);
    assert.equal(
      toReportedOrder({ endToEndIdentification, instructedAmount, creditorAccount: {} }),
      undefined,
    );
  });

  it("has no end-to-end id where the bank leaves it out, or writes that there is none", () => {
    const { instructedAmount, creditorAccount } = toInitiationBody(ORDER);
    for (const endToEndIdentification of [undefined, "", "NOTPROVIDED"]) {
      const reported = toReportedOrder({
        endToEndIdentification,
        instructedAmount,
        creditorAccount,
      });
      assert.deepEqual(reported, { amount: 1250, currency: "EUR", payeeIban: ORDER.payee.iban });
    }
  });

  it("has its amount in `amount` or `content`, and in both only if they are the same", () => {
    const body = toInitiationBody(ORDER);
    const amountOf = (given: object) =>
      toReportedOrder({ ...body, instructedAmount: { currency: "EUR", ...given } })?.amount;
    assert.equal(amountOf({ content: "12.50" }), 1250);
    assert.equal(amountOf({ content: "12.50", amount: "12.50" }), 1250);
    assert.throws(() => amountOf({ content: "12.50", amount: "12.51" }), isUnexpected);
    assert.throws(() => amountOf({ content: 12.5 }), isUnexpected);
    assert.equal(amountOf({}), undefined);
  });

  for (const amount of ["12.505", "-12.50", "1e3", "12,50", "", " 12.50", "NaN"]) {
    it(`refuses the amount "${amount}"`, () => {
      const body = toInitiationBody(ORDER);
      const instructedAmount = { currency: "EUR", amount };
      assert.throws(() => toReportedOrder({ ...body, instructedAmount }), isUnexpected);
    });
  }

  it("refuses an invalid currency or IBAN", () => {
    const body = toInitiationBody(ORDER);
    const instructedAmount = { currency: "XYZ", amount: "12.50" };
    const creditorAccount = { iban: "NL00ABNA0417164300" };
    assert.throws(() => toReportedOrder({ ...body, instructedAmount }), isUnexpected);
    assert.throws(() => toReportedOrder({ ...body, creditorAccount }), isUnexpected);
  });
});

describe("approval address", () => {
  const at = (href: string | undefined, baseUrl: string) => toBankUrl(href, { baseUrl }).href;

  it("is absolute, or relative to the API's address", () => {
    assert.equal(
      at("https://bank.example/a?b=1", "https://xs2a.bank.example"),
      "https://bank.example/a?b=1",
    );
    assert.equal(
      at("/approve/1", "https://xs2a.bank.example"),
      "https://xs2a.bank.example/approve/1",
    );
    assert.equal(at("http://localhost:1/a", "http://localhost:1"), "http://localhost:1/a");
  });

  for (const href of [
    undefined,
    "javascript:alert(1)",
    "data:text/html,hi",
    "https://user:password@bank.example/",
    "https://",
    "http://bank.example/plain",
    "bankapp://approve",
  ]) {
    it(`refuses ${href}`, () => {
      assert.throws(() => at(href, "https://xs2a.bank.example"), isUnexpected);
    });
  }
});
