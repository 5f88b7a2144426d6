import assert from "node:assert/strict";
import { before, it } from "node:test";
import { sql } from "drizzle-orm";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import { rateLimits } from "#lib/platform/schema.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createFakeClock, type FakeClock } from "#lib/testing/fake-clock.ts";
import { createLimits, type Limits } from "./service.ts";

const refused = { code: "too_many_mails", retryAfterSeconds: 3600 };

onBothDatabases("limits", (database) => {
  let clock: FakeClock;
  let limits: Limits;
  let warnings: object[];
  before(() => {
    clock = createFakeClock();
    warnings = [];
    const logger = { warn: (fields: object) => warnings.push(fields) };
    const seal = createSeal(Buffer.alloc(32, 7));
    limits = createLimits({ db: database(), clock, seal, logger: logger as never });
  });
  const take = (key: string, times: number) =>
    Promise.allSettled(
      Array.from({ length: times }, () => limits.take("mail-recipient", key)),
    ).then((results) => results.filter(({ status }) => status === "fulfilled").length);

  it("let so many pass, however many come at once, and say when the next may", async () => {
    assert.equal(await take("crowd", 12), 5);
    clock.advance({ minutes: 20 });
    await assert.rejects(limits.take("mail-recipient", "crowd"), {
      ...refused,
      retryAfterSeconds: 2400,
    });
  });

  it("begin anew when their time is over, and not before", async () => {
    assert.equal(await take("later", 5), 5);
    clock.advance({ seconds: 3599 });
    await assert.rejects(limits.take("mail-recipient", "later"), {
      ...refused,
      retryAfterSeconds: 1,
    });
    clock.advance({ seconds: 1 });
    assert.equal(await take("later", 6), 5);
  });

  it("count keys and names apart", async () => {
    assert.equal(await take("one", 5), 5);
    assert.equal(await take("other", 5), 5);
    await limits.take("mail-address", "one");
    await assert.rejects(limits.take("mail-recipient", "one"), refused);
  });

  it("give back one and no more, never below nothing", async () => {
    await limits.giveBack("mail-recipient", "back");
    assert.equal(await take("back", 5), 5);
    await limits.giveBack("mail-recipient", "back");
    assert.equal(await take("back", 2), 1);
  });

  it("forgive all", async () => {
    await take("forgiven", 9);
    await limits.forgive("mail-recipient", "forgiven");
    assert.equal(await take("forgiven", 9), 5);
  });

  it("store no key as it is", async () => {
    await limits.take("mail-recipient", "ada@shop.example");
    await limits.take("mail-address", "192.0.2.7");
    const rows = JSON.stringify(await database().select().from(rateLimits));
    assert.match(rows, /mail-recipient:[0-9a-f]{64}/);
    assert.doesNotMatch(rows, /ada@|shop|192\.0/);
  });

  it("count an IPv6 address for the networks around it too", async () => {
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

  it("go on in this process while the database fails, and say so", async () => {
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

  it("are purged when their time is over", async () => {
    clock.advance({ minutes: 61 });
    await limits.take("mail-recipient", "running");
    assert.ok((await limits.purge()) > 0);
    assert.equal((await database().select().from(rateLimits)).length, 1);
    assert.equal(await limits.purge(), 0);
  });

  it("begin anew after a clock was set back, and stay counted when processes are a moment apart", async () => {
    assert.equal(await take("set-back", 6), 5);
    clock.advance({ seconds: -1 });
    assert.equal(await take("set-back", 6), 0);
    clock.advance({ minutes: -300 });
    assert.equal(await take("set-back", 6), 5);
  });
});
