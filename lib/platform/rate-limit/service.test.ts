import assert from "node:assert/strict";
import { before, it } from "node:test";
import { sql } from "drizzle-orm";
import { rateLimits } from "#lib/platform/db/schema.ts";
import { onBothDatabases, onDatabase } from "#lib/testing/database.ts";
import { createFakeClock, type FakeClock } from "#lib/testing/fake-clock.ts";
import { createTestLimits } from "#lib/testing/limits.ts";
import { type FastName, LIMITS } from "./limits.ts";
import type { Limits } from "./service.ts";

const refused = { code: "too_many_mails", retryAfterSeconds: 3600 };

onBothDatabases("strict limits", (database) => {
  let clock: FakeClock;
  let limits: Limits;
  let warnings: object[];
  before(() => {
    ({ limits, clock, warnings } = createTestLimits({ db: database() }));
  });
  const take = (key: string, times: number) =>
    Promise.allSettled(
      Array.from({ length: times }, () => limits.take("mail-recipient", key)),
    ).then((results) => results.filter(({ status }) => status === "fulfilled").length);

  it("allow their number of simultaneous requests, and return when the next may come", async () => {
    assert.equal(await take("crowd", 12), 5);
    clock.advance({ minutes: 20 });
    await assert.rejects(limits.take("mail-recipient", "crowd"), {
      ...refused,
      retryAfterSeconds: 2400,
    });
  });

  it("restart only after their window ends", async () => {
    assert.equal(await take("later", 5), 5);
    clock.advance({ seconds: 3599 });
    await assert.rejects(limits.take("mail-recipient", "later"), {
      ...refused,
      retryAfterSeconds: 1,
    });
    clock.advance({ seconds: 1 });
    assert.equal(await take("later", 6), 5);
  });

  it("count keys and names separately", async () => {
    assert.equal(await take("one", 5), 5);
    assert.equal(await take("other", 5), 5);
    await limits.take("mail-address", "one");
    await assert.rejects(limits.take("mail-recipient", "one"), refused);
  });

  it("give back one use, and never count below zero", async () => {
    await limits.giveBack("mail-recipient", "back");
    assert.equal(await take("back", 5), 5);
    await limits.giveBack("mail-recipient", "back");
    assert.equal(await take("back", 2), 1);
  });

  it("are reset by forgiveness", async () => {
    await take("forgiven", 9);
    await limits.forgive("mail-recipient", "forgiven");
    assert.equal(await take("forgiven", 9), 5);
  });

  it("store no key in plain text", async () => {
    await limits.take("mail-recipient", "ada@shop.example");
    await limits.take("mail-address", "192.0.2.7");
    const rows = JSON.stringify(await database().select().from(rateLimits));
    assert.match(rows, /mail-recipient:[0-9a-f]{64}/);
    assert.doesNotMatch(rows, /ada@|shop|192\.0/);
  });

  it("also count an IPv6 address for the networks around it", async () => {
    const passes = async (addresses: string[]) => {
      let passed = 0;
      for (const address of addresses) {
        passed += await limits.take("mail-address", address).then(
          () => 1,
          () => 0,
        );
      }
      return passed;
    };
    const line = (at: number) => `2001:db8:1:${at.toString(16)}::/64`;
    const times = (count: number, address: (at: number) => string) =>
      Array.from({ length: count }, (_, at) => address(at));
    assert.equal(await passes(times(30, () => line(0))), 20, "one /64");
    assert.equal(await passes(times(64, (at) => line(at + 1))), 60, "the rest of its /56");
    const wider = (at: number) => `2001:db8:1:${(256 + at * 8).toString(16)}::/64`;
    assert.equal(await passes(times(244, wider)), 240, "the rest of its /48");
    assert.equal(await passes([line(255)]), 0);
    assert.equal(await passes(["2001:db8:2:0::/64", "192.0.2.9"]), 2, "others");
    const free = (at: number) => `2001:db8:3:${at.toString(16)}::/64`;
    assert.equal(await passes(times(80, free)), 80);
    await limits.giveBack("mail-address", free(0));
    assert.equal(await passes([free(80), free(81)]), 1, "what was right is given back");
  });

  it("count in this process while the database fails, and log that", async () => {
    warnings.length = 0;
    await database().execute(sql`alter table rate_limits rename to rate_limits_away`);
    try {
      assert.equal(await take("outage", 8), 5);
      await limits.giveBack("mail-recipient", "outage");
      await limits.forgive("mail-recipient", "outage");
      assert.equal(await take("outage", 1), 1);
    } finally {
      await database().execute(sql`alter table rate_limits_away rename to rate_limits`);
    }
    assert.ok(warnings.length >= 8);
    assert.equal(await take("outage", 6), 5);
  });

  it("are purged after their window ends", async () => {
    clock.advance({ minutes: 61 });
    await limits.take("mail-recipient", "running");
    assert.ok((await limits.purge()) > 0);
    assert.equal((await database().select().from(rateLimits)).length, 1);
    assert.equal(await limits.purge(), 0);
  });

  it("restart after a clock was set back, but not if processes differ by a moment", async () => {
    assert.equal(await take("set-back", 6), 5);
    clock.advance({ seconds: -1 });
    assert.equal(await take("set-back", 6), 0);
    clock.advance({ minutes: -300 });
    assert.equal(await take("set-back", 6), 5);
  });
});

async function passed(limits: Limits, name: FastName, key: string, times: number) {
  let through = 0;
  for (let tried = 0; tried < times; tried++) {
    if (!limits.count(name, key).isOver) through += 1;
    await limits.settled();
  }
  return through;
}

onDatabase("fast limits", (database) => {
  it("are shared by processes: one refuses what another has used up", async () => {
    const clock = createFakeClock();
    const one = createTestLimits({ db: database(), clock });
    const other = createTestLimits({ db: database(), clock });
    assert.equal(await passed(one.limits, "key-writes", "shared", 300), 200);
    // Its first update returns the shared count.
    assert.equal(await passed(other.limits, "key-writes", "shared", 300), 10);
    clock.advance({ seconds: 10 });
    assert.equal(await passed(other.limits, "key-writes", "shared", 300), 200);
    assert.deepEqual([...one.warnings, ...other.warnings], []);
  });

  it("restart after a clock was set back by any amount", async () => {
    const clock = createFakeClock();
    for (const [key, back] of [
      ["hour", 3_600],
      ["windows", 20],
    ] as const) {
      const ahead = createTestLimits({ db: database(), clock });
      await passed(ahead.limits, "key-writes", key, 300);
      clock.advance({ seconds: -back });
      for (let process = 0; process < 2; process += 1) {
        const { limits } = createTestLimits({ db: database(), clock });
        assert.equal(await passed(limits, "key-writes", key, 300), process === 0 ? 200 : 10, key);
      }
    }
  });

  it("are not reduced by a process that still reports for the previous window", async () => {
    const clock = createFakeClock();
    const late = createTestLimits({ db: database(), clock });
    clock.advance({ seconds: 10 });
    const one = createTestLimits({ db: database(), clock });
    await passed(one.limits, "key-writes", "late", 300);
    clock.advance({ seconds: -10 });
    await passed(late.limits, "key-writes", "late", 20);
    clock.advance({ seconds: 10 });
    const other = createTestLimits({ db: database(), clock });
    assert.equal(await passed(other.limits, "key-writes", "late", 300), 10);
  });

  it("also count an IPv6 address for the networks around it", async () => {
    const { limits } = createTestLimits({ db: database() });
    const passes = (count: number, address: (at: number) => string) =>
      Array.from({ length: count }, (_, at) =>
        limits.count("unknown-payments", address(at)),
      ).filter(({ isOver }) => !isOver).length;
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
    assert.equal(limits.look("unknown-payments", line(255)).isOver, true);
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
    await limits.settled();
  });

  it("return how long to wait", async () => {
    const { limits, clock } = createTestLimits({ db: database() });
    clock.advance({ seconds: 3 });
    for (let count = 0; count < 300; count++) await limits.take("account-creations", "key");
    await assert.rejects(limits.take("account-creations", "key"), {
      code: "too_many_requests",
      retryAfterSeconds: 7,
    });
    await limits.settled();
  });

  it("store no key in plain text", async () => {
    const { limits } = createTestLimits({ db: database() });
    await passed(limits, "failed-credentials", "192.0.2.7", 10);
    const rows = JSON.stringify(await database().select().from(rateLimits));
    assert.match(rows, /failed-credentials:[0-9a-f]{64}/);
    assert.doesNotMatch(rows, /192\.0/);
  });

  it("apply in this process while the database fails, and log that", async () => {
    const { limits, warnings } = createTestLimits({ db: database() });
    await database().execute(sql`alter table rate_limits rename to rate_limits_away`);
    try {
      assert.equal(await passed(limits, "key-writes", "outage", 300), 200);
    } finally {
      await database().execute(sql`alter table rate_limits_away rename to rate_limits`);
    }
    assert.ok(warnings.length > 0);
  });

  it("are never counted within an open database transaction", async () => {
    const { limits, warnings } = createTestLimits({ db: database() });
    await database().transaction(async () => {
      for (let count = 0; count < 10; count++) limits.count("key-writes", "inside");
    });
    await limits.settled();
    assert.equal(warnings.length, 1, "it is refused as a query beside the transaction");
    assert.equal(limits.look("key-writes", "inside").left, 190, "and counted all the same");
  });
});

it("an operator's factor raises the limits of merchants, but not those that protect the service", () => {
  const { limits } = createTestLimits({ factor: 3 });
  assert.equal(limits.look("key-writes", "key").left, 600);
  assert.equal(limits.look("failed-credentials", "key").left, LIMITS["failed-credentials"].points);
});
