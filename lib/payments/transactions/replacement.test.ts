import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { EndReason } from "#lib/payments/model/status.ts";
import { type ErrorCode, isAppError } from "#lib/platform/failures/errors.ts";
import { transactionRow } from "#lib/testing/rows.ts";
import { type Replacement, replacementOf } from "./replacement.ts";
import type { Transaction } from "./transaction.ts";

const now = new Date("2026-11-21T10:00:00Z");
const MARKS = ["new", "old"];
const ANY_EMAIL_HASH = [...MARKS, "other", null];

const BLANK = transactionRow({
  fingerprint: "a",
  createdAt: now,
  expiresAt: new Date(now.getTime() + 1),
});
const web = (fields: Partial<Transaction> = {}) => ({ ...BLANK, id: "web", ...fields });
const direct = (payerEmailHash: string | null, fields: Partial<Transaction> = {}): Transaction => ({
  ...BLANK,
  flow: "direct",
  payerEmailHash,
  id: `direct-${payerEmailHash}`,
  ...fields,
});
const WEB = web({ id: "wanted" });
const DIRECT = direct("new", { id: "wanted" });

function decide(
  wanted: Transaction,
  live: Transaction[],
  hashes: (string | null)[] = MARKS,
): Replacement | ErrorCode {
  try {
    return replacementOf(wanted, live, { hashes, now });
  } catch (error) {
    if (isAppError(error)) return error.code;
    throw error;
  }
}

const free = { ends: [], same: undefined };
const ending = (id: string, reason: EndReason): Replacement => ({
  ends: [{ id, reason }],
  same: undefined,
});
const expired = { expiresAt: now };
const cancelled = { endReason: "cancelled" } as const;
const processing = { status: "processing" } as const;
const succeeded = { status: "succeeded" } as const;

describe("a creation with an API key", () => {
  const cases: [string, Transaction[], Replacement | ErrorCode][] = [
    ["is free where nothing is", [], free],
    ["is answered by the same order", [web()], { ends: [], same: web() }],
    ["supersedes its changed order", [web({ fingerprint: "b" })], ending("web", "superseded")],
    ["ends what has expired", [web(expired)], ending("web", "expired")],
    ["ends for the first reason", [web({ ...cancelled, ...expired })], ending("web", "cancelled")],
    ["waits for its own", [web({ ...processing, amount: 1 })], "transaction_in_progress"],
    ["is not paid twice", [web({ ...succeeded, amount: 1 })], "already_paid"],
    ["ends a pending one of an app", [direct(null)], ending("direct-null", "superseded")],
    ["ends an expired one of an app", [direct("x", expired)], ending("direct-x", "expired")],
    ["waits for the same amount in an app", [direct("x", processing)], "transaction_in_progress"],
    ["was paid with the same amount in an app", [direct("x", succeeded)], "already_paid"],
    ["ignores another amount", [direct("x", { ...succeeded, amount: 1 })], free],
    ["ignores another currency", [direct("x", { ...processing, currency: "JPY" })], free],
    [
      "tells first that it is paid",
      [direct("x", processing), direct("y", succeeded)],
      "already_paid",
    ],
    [
      "ends one by one what several app users have open",
      [direct("x"), direct("y", expired), direct("z", { ...succeeded, amount: 1 })],
      {
        ends: [
          { id: "direct-x", reason: "superseded" },
          { id: "direct-y", reason: "expired" },
        ],
        same: undefined,
      },
    ],
  ];
  for (const [name, live, expected] of cases) {
    it(name, () => assert.deepEqual(decide(WEB, live), expected));
  }
});

describe("a creation with a JWT", () => {
  const cases: [string, Transaction[], Replacement | ErrorCode][] = [
    ["is free where nothing is", [], free],
    ["is answered by the same order", [direct("new")], { ends: [], same: direct("new") }],
    ["is answered by one of an older mark", [direct("old")], { ends: [], same: direct("old") }],
    [
      "supersedes its changed order",
      [direct("old", { fingerprint: "b" })],
      ending("direct-old", "superseded"),
    ],
    ["ends what has expired", [direct("new", expired)], ending("direct-new", "expired")],
    ["waits for its own", [direct("new", processing)], "transaction_in_progress"],
    ["is not paid twice", [direct("old", { ...succeeded, amount: 1 })], "already_paid"],
    ["does not see other app users", [direct("x"), direct(null), direct("y", succeeded)], free],
    ["never takes the place of a web one", [web()], "external_id_in_use"],
    ["nor of one whose time is up", [web(expired)], "external_id_in_use"],
    ["nor of one under way", [web(processing)], "external_id_in_use"],
    ["nor of one that is paid", [web(succeeded)], "external_id_in_use"],
    ["hears of its own first", [web(), direct("new", succeeded)], "already_paid"],
  ];
  for (const [name, live, expected] of cases) {
    it(name, () => assert.deepEqual(decide(DIRECT, live), expected));
  }

  it("without an e-mail address matches only those without one", () => {
    const wanted = direct(null, { id: "wanted" });
    assert.deepEqual(decide(wanted, [direct("x", succeeded)], [null]), free);
    assert.equal(decide(wanted, [direct(null, succeeded)], [null]), "already_paid");
  });
});

describe("among live transactions", () => {
  const row = fc.record({
    flow: fc.constantFrom("web", "direct"),
    payerEmailHash: fc.constantFrom(...ANY_EMAIL_HASH),
    status: fc.constantFrom("pending", "processing", "succeeded"),
    amount: fc.constantFrom(1, 1250),
    currency: fc.constantFrom("EUR", "JPY"),
    fingerprint: fc.constantFrom("a", "b"),
    endReason: fc.constantFrom(null, "cancelled"),
    expiresAt: fc.constantFrom(now, BLANK.expiresAt),
  });
  const rows = fc
    .array(row, { maxLength: 6 })
    .map((all) =>
      all.map((fields, index): Transaction => ({ ...BLANK, ...fields, id: `${index}` })),
    );
  const wanted = fc.constantFrom(WEB, DIRECT);
  const isMine = ({ flow, payerEmailHash }: Transaction) =>
    flow === "direct" && payerEmailHash !== null && MARKS.includes(payerEmailHash);
  const holds = (rule: (want: Transaction, live: Transaction[]) => void) =>
    fc.assert(fc.property(wanted, rows, rule));

  it("only pending ones end or are returned, each at most once", () => {
    holds((want, live) => {
      const decision = decide(want, live);
      if (typeof decision === "string") return;
      const named = [
        ...decision.ends.map(({ id }) => id),
        ...(decision.same ? [decision.same.id] : []),
      ];
      assert.equal(new Set(named).size, named.length);
      for (const id of named) {
        assert.equal(live.find((candidate) => candidate.id === id)?.status, "pending");
      }
    });
  });

  it("a returned one has the same flow, fields and payer", () => {
    holds((want, live) => {
      const decision = decide(want, live);
      if (typeof decision === "string" || !decision.same) return;
      const { flow, fingerprint } = decision.same;
      assert.deepEqual([flow, fingerprint], [want.flow, want.fingerprint]);
      if (want.flow === "direct") assert.ok(isMine(decision.same));
    });
  });

  it("a web one is stored beside no pending one, a direct one beside none of its payer and no web one", () => {
    holds((want, live) => {
      const decision = decide(want, live);
      if (typeof decision === "string" || decision.same) return;
      const ended = new Set(decision.ends.map(({ id }) => id));
      const left = live.filter(({ id }) => !ended.has(id));
      if (want.flow === "web") {
        assert.ok(left.every(({ flow, status }) => flow === "direct" && status !== "pending"));
      } else {
        assert.ok(left.every((candidate) => candidate.flow === "direct" && !isMine(candidate)));
      }
    });
  });

  it("app users change nothing for each other", () => {
    fc.assert(
      fc.property(rows, (live) => {
        const visible = live.filter((candidate) => candidate.flow === "web" || isMine(candidate));
        assert.deepEqual(decide(DIRECT, live), decide(DIRECT, visible));
      }),
    );
  });

  it("an app user who pays another amount does not block the server", () => {
    fc.assert(
      fc.property(rows, (all) => {
        const isOther = ({ amount, currency }: Transaction) =>
          amount !== 1250 || currency !== "EUR";
        const live = all.filter((candidate) => candidate.flow === "direct" && isOther(candidate));
        assert.notEqual(typeof decide(WEB, live), "string");
      }),
    );
  });

  it("the order of rows changes no refusal", () => {
    holds((want, live) => {
      const [one, other] = [decide(want, live), decide(want, live.toReversed())];
      if (typeof one === "string" || typeof other === "string") assert.equal(one, other);
    });
  });
});
