import assert from "node:assert/strict";
import { it } from "node:test";
import { sql } from "drizzle-orm";
import { rateLimits } from "#lib/platform/schema.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createFakeClock } from "#lib/testing/fake-clock.ts";
import { createTestRates } from "#lib/testing/rates.ts";
import { RATES, type RateName } from "./rates.ts";

type TestRates = ReturnType<typeof createTestRates>["rates"];

async function passed(rates: TestRates, name: RateName, key: string, times: number) {
  let through = 0;
  for (let tried = 0; tried < times; tried++) {
    if (!rates.count(name, key).isOver) through += 1;
    await rates.settled();
  }
  return through;
}

onDatabase("rates", (database) => {
  it("are shared by processes: what one has used up another refuses", async () => {
    const clock = createFakeClock();
    const one = createTestRates({ db: database(), clock });
    const other = createTestRates({ db: database(), clock });
    assert.equal(await passed(one.rates, "key-writes", "shared", 300), 200);
    // Its first update returns the shared count.
    assert.equal(await passed(other.rates, "key-writes", "shared", 300), 10);
    clock.advance({ seconds: 10 });
    assert.equal(await passed(other.rates, "key-writes", "shared", 300), 200);
    assert.deepEqual([...one.warnings, ...other.warnings], []);
  });

  it("begin anew after a clock was set back, however far", async () => {
    const clock = createFakeClock();
    for (const [key, back] of [
      ["hour", 3_600],
      ["windows", 20],
    ] as const) {
      const ahead = createTestRates({ db: database(), clock });
      await passed(ahead.rates, "key-writes", key, 300);
      clock.advance({ seconds: -back });
      for (let process = 0; process < 2; process += 1) {
        const { rates } = createTestRates({ db: database(), clock });
        assert.equal(await passed(rates, "key-writes", key, 300), process === 0 ? 200 : 10, key);
      }
    }
  });

  it("are not put back by a process that still tells of the window before", async () => {
    const clock = createFakeClock();
    const late = createTestRates({ db: database(), clock });
    clock.advance({ seconds: 10 });
    const one = createTestRates({ db: database(), clock });
    await passed(one.rates, "key-writes", "late", 300);
    clock.advance({ seconds: -10 });
    await passed(late.rates, "key-writes", "late", 20);
    clock.advance({ seconds: 10 });
    const other = createTestRates({ db: database(), clock });
    assert.equal(await passed(other.rates, "key-writes", "late", 300), 10);
  });

  it("count an IPv6 address for the networks around it too", async () => {
    const { rates } = createTestRates({ db: database() });
    const passes = (count: number, address: (at: number) => string) =>
      Array.from({ length: count }, (_, at) => rates.count("unknown-payments", address(at))).filter(
        ({ isOver }) => !isOver,
      ).length;
    const line = (at: number) => `2001:db8:1:${at.toString(16)}::/64`;
    assert.equal(
      passes(70, () => line(0)),
      60,
      "one /64",
    );
    assert.equal(
      passes(255, (at) => line(at + 1)),
      180,
      "the rest of its /56",
    );
    assert.equal(rates.look("unknown-payments", line(255)).isOver, true);
    assert.equal(
      passes(65_000, (at) => line(256 + at)),
      720,
      "the rest of its /48",
    );
    assert.equal(
      passes(1, () => "2001:db8:2:0::/64"),
      1,
      "others",
    );
    await rates.settled();
  });

  it("tell how long to wait", async () => {
    const { rates, clock } = createTestRates({ db: database() });
    clock.advance({ seconds: 3 });
    for (let count = 0; count < 300; count++) rates.take("account-creations", "told");
    assert.throws(() => rates.take("account-creations", "told"), {
      code: "too_many_requests",
      retryAfterSeconds: 7,
    });
    await rates.settled();
  });

  it("store no key as it is", async () => {
    const { rates } = createTestRates({ db: database() });
    await passed(rates, "failed-credentials", "192.0.2.7", 10);
    const rows = JSON.stringify(await database().select().from(rateLimits));
    assert.match(rows, /failed-credentials:[0-9a-f]{64}/);
    assert.doesNotMatch(rows, /192\.0/);
  });

  it("hold in this process while the database fails, and say so", async () => {
    const { rates, warnings } = createTestRates({ db: database() });
    await database().execute(sql`alter table rate_limits rename to rate_limits_away`);
    try {
      assert.equal(await passed(rates, "key-writes", "outage", 300), 200);
    } finally {
      await database().execute(sql`alter table rate_limits_away rename to rate_limits`);
    }
    assert.ok(warnings.length > 0);
  });

  it("are never counted by way of an open database transaction", async () => {
    const { rates, warnings } = createTestRates({ db: database() });
    await database().transaction(async () => {
      for (let count = 0; count < 10; count++) rates.count("key-writes", "inside");
    });
    await rates.settled();
    assert.equal(warnings.length, 1, "it is refused as a query beside the transaction");
    assert.equal(rates.look("key-writes", "inside").left, 190, "and counted all the same");
  });
});

it("an operator's factor stretches what merchants do, not what guards us", () => {
  const { rates } = createTestRates({ factor: 3 });
  assert.equal(rates.look("key-writes", "key").left, 600);
  assert.equal(rates.look("failed-credentials", "key").left, RATES["failed-credentials"].points);
});
