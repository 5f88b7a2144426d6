import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { refundEndToEndId, refundReference } from "#lib/payments/refunds/refund.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { broken, type MtEntry, makeMt } from "#lib/testing/mt.ts";
import { readMt } from "./read.ts";

const IBAN = "NL91ABNA0417164300";
const id = newId("rfnd");
const END_TO_END = refundEndToEndId(id);
const REFERENCE = refundReference(id);

const SENT = { mark: "D", amount: "4,50" } as const;
const refundsOf = (entry: MtEntry, kind: "mt940" | "mt942" = "mt940") =>
  (readMt(makeMt({ kind, entries: [entry] }), [IBAN])[0]?.refunds ?? []).map((seen) => [
    seen.mark,
    seen.kind,
    seen.iban,
    seen.amount,
    seen.currency,
  ]);

describe("a refund in an MT940 or MT942", () => {
  const places: [what: string, entry: MtEntry, mark: string][] = [
    [
      "EREF+ in subfields",
      {
        details: [
          `116?00SEPA UEBERWEISUNG?20EREF+${END_TO_END}?21SVWZ+Refund order-1042?30COBADEFF?31DE89370400440532013000?32ADA PAYER`,
        ],
      },
      id,
    ],
    [
      "EREF+ over two subfields",
      {
        details: [
          `116?00SEPA UEBERWEISUNG?20EREF+${END_TO_END.slice(0, 20)}?21${END_TO_END.slice(20)}?22SVWZ+Refund`,
        ],
      },
      id,
    ],
    [
      "EREF+ in a line of its own",
      { details: ["SEPA TRANSFER", `EREF+${END_TO_END}`, "SVWZ+Refund"] },
      id,
    ],
    [
      "/EREF/",
      {
        details: [
          `/TRTP/SEPA OVERBOEKING/IBAN/DE89370400440532013000/NAME/ADA PAYER/REMI/Refund/EREF/${END_TO_END}`,
        ],
      },
      id,
    ],
    ["the customer's reference", { orderId: REFERENCE, details: ["Refund"] }, REFERENCE],
    [
      "SVWZ+ with the creditor reference",
      { details: [`166?00UEBERWEISUNG?20EREF+NOTPROVIDED?21SVWZ+${REFERENCE}`] },
      REFERENCE,
    ],
    [
      "a line broken within the reference",
      { details: broken(`Refund of a book, reference ${REFERENCE}`, 34) },
      REFERENCE,
    ],
    [
      "the reference in groups",
      { details: [`Refund ${REFERENCE.replace(/(.{4})(?=.)/g, "$1 ")}`] },
      REFERENCE,
    ],
    ["the second line of the entry", { supplement: REFERENCE, details: ["Refund"] }, REFERENCE],
  ];
  for (const [what, entry, mark] of places) {
    it(`is found by ${what}`, () => {
      const expected = [[mark, "sent", IBAN, 450, "EUR"]];
      assert.deepEqual(refundsOf({ ...SENT, ...entry }), expected);
      assert.deepEqual(refundsOf({ ...SENT, ...entry }, "mt942"), expected);
    });
  }

  it("came back by a reversed debit, or a credit that is marked as returned", () => {
    const details = [`166?20EREF+${END_TO_END}?21SVWZ+Refund`];
    const returned = [[id, "returned", IBAN, 450, "EUR"]];
    assert.deepEqual(refundsOf({ mark: "RD", amount: "4,50", details }), returned);
    const code = [`159?00RETOURE?20EREF+${END_TO_END}?21SVWZ+RETURN AC04`];
    assert.deepEqual(refundsOf({ amount: "4,50", details: code }), returned);
    assert.deepEqual(refundsOf({ amount: "4,50", type: "NRTI", details }), returned);
    const slashes = [`/TRTP/SEPA OVERBOEKING/RTRN/AC04/EREF/${END_TO_END}`];
    assert.deepEqual(refundsOf({ amount: "4,50", details: slashes }), returned);
  });

  it("is neither a payer's credit, nor an expected entry, nor a reversed credit, nor nothing", () => {
    const details = [`166?20EREF+${END_TO_END}?21SVWZ+Refund`];
    for (const entry of [
      { mark: "C", amount: "4,50" },
      { mark: "ED", amount: "4,50" },
      { mark: "EC", amount: "4,50" },
      { mark: "RC", amount: "4,50" },
      { mark: "D", amount: "0," },
    ]) {
      assert.deepEqual(refundsOf({ ...entry, details }), [], JSON.stringify(entry));
    }
    assert.deepEqual(refundsOf({ ...SENT, details: ["166?20EREF+RR17?21SVWZ+Rent"] }), []);
    assert.deepEqual(refundsOf({ ...SENT, details: ["166?20SVWZ+RF18539007547034"] }), []);
  });
});
