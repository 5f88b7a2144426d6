import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  canMove,
  isFinal,
  sourcesOf,
  TRANSACTION_STATUSES,
  type TransactionStatus,
} from "./status.ts";

const status = fc.constantFrom(...TRANSACTION_STATUSES);

describe("transaction status", () => {
  it("can reach every status from pending", () => {
    const reached = new Set<TransactionStatus>(["pending"]);
    for (let size = 0; size < reached.size; size++) {
      for (const from of [...reached]) {
        for (const to of TRANSACTION_STATUSES) if (canMove(from, to)) reached.add(to);
      }
    }
    assert.deepEqual([...reached].sort(), [...TRANSACTION_STATUSES].sort());
  });

  it("never leaves an outcome, repeats a status or returns to pending", () => {
    fc.assert(
      fc.property(status, status, (from, to) => {
        if (isFinal(from) || from === to || to === "pending")
          assert.equal(canMove(from, to), false);
      }),
    );
  });

  it("reaches an outcome on every path, after at most two steps", () => {
    fc.assert(
      fc.property(fc.array(status, { maxLength: 30 }), (wishes) => {
        let current: TransactionStatus = "pending";
        let steps = 0;
        for (const wish of wishes) {
          if (!canMove(current, wish)) continue;
          current = wish;
          steps++;
        }
        assert.ok(steps <= 2);
      }),
    );
  });

  it("lists the sources of each status", () => {
    assert.deepEqual(sourcesOf("succeeded"), ["processing"]);
    assert.deepEqual(sourcesOf("failed"), ["pending", "processing"]);
    assert.deepEqual(sourcesOf("pending"), []);
  });
});
