import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { z } from "zod";
import { parseBankJson, readMembers } from "./json.ts";
import { readRefusal } from "./refusal.ts";
import {
  authorisationsResponse,
  initiationResponse,
  paymentResponse,
  scaStatusResponse,
  startAuthorisationResponse,
  statusResponse,
} from "./responses.ts";

type Members = Record<string, unknown>;
type Form = {
  full: Members;
  /** What may be left out. */
  optional: string[];
  read: (body: unknown) => unknown;
};

const readBy = (schema: z.ZodType) => (body: unknown) => {
  const read = readMembers(schema, body);
  return "data" in read ? read.data : "not understood";
};

const LINKS = {
  scaRedirect: { href: "https://bank.example/sca/1" },
  scaOAuth: { href: "https://bank.example/metadata" },
  self: { href: "/v1/payments/p-1" },
};

/** All that is read of a bank, and members that are not. */
const FORMS: Record<string, Form> = {
  initiation: {
    full: {
      paymentId: "p-1",
      transactionStatus: "RCVD",
      psuMessage: "Hello",
      _links: { ...LINKS, startAuthorisation: { href: "/v1/payments/p-1/authorisations" } },
    },
    optional: [
      "transactionStatus",
      "_links",
      "_links.scaRedirect",
      "_links.scaOAuth",
      "_links.startAuthorisation",
    ],
    read: readBy(initiationResponse),
  },
  "start of an authorisation": {
    full: { scaStatus: "received", authorisationId: "a-1", _links: LINKS },
    optional: ["_links", "_links.scaRedirect", "_links.scaOAuth"],
    read: readBy(startAuthorisationResponse),
  },
  status: {
    full: { transactionStatus: "ACSC", fundsAvailable: true },
    optional: [],
    read: readBy(statusResponse),
  },
  payment: {
    full: {
      endToEndIdentification: "E2E-1",
      instructedAmount: { currency: "EUR", amount: "12.50" },
      creditorAccount: { iban: "NL91ABNA0417164300", currency: "EUR" },
      creditorName: "Corner Books",
    },
    optional: [
      "endToEndIdentification",
      "instructedAmount",
      "creditorAccount",
      "creditorAccount.iban",
    ],
    read: readBy(paymentResponse),
  },
  authorisations: {
    full: { authorisationIds: ["a-1", "a-2"], next: { href: "/x" } },
    optional: [],
    read: readBy(authorisationsResponse),
  },
  "SCA status": {
    full: { scaStatus: "finalised", trustedBeneficiaryFlag: false },
    optional: [],
    read: readBy(scaStatusResponse),
  },
  refusal: {
    full: {
      tppMessages: [
        { category: "WARNING", code: "STATUS_INVALID", path: "a", text: "Jane" },
        { category: "ERROR", code: "FORMAT_ERROR", path: "creditorAccount.iban", text: "Jane" },
        { category: "ERROR", code: "400" },
      ],
      _links: LINKS,
    },
    optional: ["tppMessages.1.category", "tppMessages.1.path"],
    read: (body) => readRefusal(body, () => undefined),
  },
  problem: {
    full: {
      type: "https://bank.example/e",
      title: "Jane",
      code: "PAYMENT_FAILED",
      additionalErrors: [{ code: "FORMAT_ERROR", title: "Jane" }, { code: 400 }],
    },
    optional: ["code", "additionalErrors"],
    read: (body) => readRefusal(body, () => undefined),
  },
};

// Unreadable in every place.
const GARBAGE = [true, "x".repeat(9_000)];

function pathsOf(value: unknown, above: string[] = []): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const path = [...above, name];
    return [path.join("."), ...pathsOf(member, path)];
  });
}

/** A copy of `body` in which each of the paths that is still there has this value. */
function change(body: Members, paths: string[], value: unknown): Members {
  const copy = structuredClone(body);
  for (const path of paths) {
    const names = path.split(".");
    const last = names.pop() ?? "";
    const parent = names.reduce<unknown>((at, name) => (at as Members | null)?.[name], copy);
    if (typeof parent === "object" && parent !== null) (parent as Members)[last] = value;
  }
  return copy;
}

const written = (body: unknown) => parseBankJson(JSON.stringify(body));
/** JSON has no `undefined`: members are left out, and items of lists with them. */
const without = (body: unknown): unknown => {
  if (Array.isArray(body)) return body.filter((item) => item !== undefined).map(without);
  if (typeof body !== "object" || body === null) return body;
  const members = Object.entries(body).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, without(member)]));
};

describe("a bank's JSON", () => {
  for (const [name, { full, optional, read }] of Object.entries(FORMS)) {
    it(`reads null like a missing member: ${name}`, () => {
      fc.assert(
        fc.property(fc.subarray(pathsOf(full)), (paths) => {
          const nulls = read(written(change(full, paths, null)));
          assert.deepEqual(nulls, read(without(change(full, paths, undefined))));
        }),
      );
    });

    if (optional.length === 0) continue;
    it(`keeps the other members if an optional one can't be read: ${name}`, () => {
      fc.assert(
        fc.property(
          fc.subarray(optional, { minLength: 1 }),
          fc.constantFrom(...GARBAGE),
          (paths, garbage) => {
            const spoilt = read(written(change(full, paths, garbage)));
            assert.deepEqual(spoilt, read(without(change(full, paths, undefined))));
          },
        ),
      );
    });
  }

  it("names each dropped member and the reason, never its value", () => {
    const body = written({
      paymentId: "p-1",
      transactionStatus: "Jane Doe",
      _links: { scaRedirect: { href: 7 }, scaOAuth: { href: "" }, startAuthorisation: {} },
    });
    assert.deepEqual(readMembers(initiationResponse, body), {
      data: { paymentId: "p-1", _links: {} },
      dropped: [
        { member: "transactionStatus", reason: "invalid_format" },
        { member: "_links.scaRedirect.href", reason: "invalid_type" },
        { member: "_links.scaOAuth.href", reason: "too_small" },
        { member: "_links.startAuthorisation.href", reason: "invalid_type" },
      ],
    });
  });

  it("refuses a list with an unreadable item, which might be an approval", () => {
    for (const id of [7, "", "..", {}]) {
      const read = readMembers(authorisationsResponse, { authorisationIds: ["a-1", id] });
      assert.equal("missing" in read && read.missing.member, "authorisationIds");
    }
  });

  it("finds no members in null, invalid JSON or endless nesting", () => {
    for (const text of [
      "null",
      "",
      "{",
      "[".repeat(60_000),
      `${"[".repeat(30_000)}${"]".repeat(30_000)}`,
    ]) {
      const body = parseBankJson(text);
      assert.deepEqual(readMembers(statusResponse, body), {
        missing: { member: "", reason: "invalid_type" },
      });
    }
  });
});
