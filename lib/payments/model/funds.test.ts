import assert from "node:assert/strict";
import { it } from "node:test";
import { canMoveFunds, FUNDS, fundsOf } from "./funds.ts";

const NO_MONEY = { seenFunds: null, seenFundsAt: null };

it("funds only move forward", () => {
  const moves = FUNDS.flatMap((from) =>
    FUNDS.filter((to) => canMoveFunds(from, to)).map((to) => `${from} ${to}`),
  );
  assert.deepEqual(moves, [
    "unknown expected",
    "unknown received",
    "expected received",
    "received returned",
  ]);
});

it("funds are expected from the success on, until money is seen", () => {
  const [finishedAt, seenFundsAt] = [new Date(1), new Date(2)];
  const paid = { status: "succeeded", finishedAt } as const;
  assert.deepEqual(fundsOf({ ...paid, ...NO_MONEY }), { funds: "expected", fundsAt: finishedAt });
  const seen = { ...paid, seenFunds: "returned", seenFundsAt } as const;
  assert.deepEqual(fundsOf(seen), { funds: "returned", fundsAt: seenFundsAt });
  for (const status of ["pending", "processing", "failed"] as const) {
    const unpaid = { status, finishedAt, ...NO_MONEY };
    assert.deepEqual(fundsOf(unpaid), { funds: "unknown", fundsAt: null });
  }
});
