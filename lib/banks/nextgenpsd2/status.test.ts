import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { BankError } from "#lib/banks/connector.ts";
import { dependsOnSca, paymentStateOf } from "./status.ts";

const NOTHING_KNOWN = {
  RCVD: "open",
  PATC: "open",
  PDNG: "processing",
  ACTC: "processing",
  ACCP: "processing",
  ACWC: "processing",
  ACFC: "processing",
  ACSP: "processing",
  ACWP: "processing",
  PART: "processing",
  ACSC: "succeeded",
  ACCC: "succeeded",
  RJCT: "declined",
  CANC: "cancelled",
};

describe("ISO 20022 status", () => {
  for (const [code, state] of Object.entries(NOTHING_KNOWN)) {
    it(`${code} is ${state} if the approval is unknown`, () => {
      assert.equal(paymentStateOf(code), state);
    });
  }

  for (const code of ["RCVD", "PDNG", "ACTC", "ACCP", "ACWC", "ACFC"]) {
    it(`${code} depends on the SCA status`, () => {
      assert.equal(dependsOnSca(code), true);
      for (const sca of ["received", "started", "unconfirmed", "failed"]) {
        assert.equal(paymentStateOf(code, [sca]), "open", sca);
      }
      for (const sca of ["finalised", "exempted"]) {
        assert.equal(paymentStateOf(code, ["failed", sca]), "processing", sca);
      }
    });
  }

  it("no SCA status ends a payment or reverts one that the bank executes", () => {
    const codes = Object.keys(NOTHING_KNOWN).filter((code) => !dependsOnSca(code));
    fc.assert(
      fc.property(fc.constantFrom(...codes), fc.array(fc.string()), (code, scaStatuses) => {
        assert.equal(paymentStateOf(code, scaStatuses), paymentStateOf(code));
      }),
    );
  });

  for (const code of ["", "acsc", "XXXX", "toString", "__proto__"]) {
    it(`refuses the unknown code "${code}"`, () => {
      for (const place of [dependsOnSca, paymentStateOf]) {
        assert.throws(
          () => place(code),
          (error) => error instanceof BankError && error.kind === "unexpected_answer",
        );
      }
    });
  }
});
