import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import type { Connection } from "#lib/platform/db/client.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import type { Services } from "#lib/services/index.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { createFakeClock } from "#lib/testing/fake-clock.ts";
import { until } from "#lib/testing/until.ts";
import { createTestClock } from "./test-clock.ts";

const logger = createLogger("silent");
const HALF_AN_HOUR = 1_800;

onBothDatabases("test clock", (_database, connection) => {
  const base = createFakeClock();
  const stops: (() => Promise<void>)[] = [];
  const start = async (on: Pick<Connection, "db" | "listen"> = connection()) => {
    const clock = createTestClock({ base, connection: on, logger });
    stops.push(await clock.follow());
    return clock;
  };
  const moved = (clock: { now(): Date }) => clock.now().getTime() - base.now().getTime();

  before(async () => {
    assert.equal(moved(await start()), 0);
  });
  after(async () => {
    for (const stop of stops) await stop();
  });

  it("moves for all processes, also those that start later", async () => {
    const [first, second] = [await start(), await start()];
    const before = moved(first);
    const now = await first.advance(HALF_AN_HOUR);
    assert.equal(now.getTime(), first.now().getTime());
    assert.equal(moved(first) - before, HALF_AN_HOUR * 1000);
    await until(() => moved(second) === moved(first));
    assert.equal(moved(await start()), moved(first));
  });

  it("adds several moves at once, and never goes back", async () => {
    const clocks = await Promise.all(Array.from({ length: 5 }, () => start()));
    const before = Math.max(...clocks.map(moved));
    const [first] = clocks;
    assert.ok(first);
    let last = first.now();
    const watched = setInterval(() => {
      assert.ok(first.now() >= last);
      last = first.now();
    }, 1);
    await Promise.all(clocks.map((clock) => clock.advance(60)));
    await until(() => clocks.every((clock) => moved(clock) === before + 300_000));
    clearInterval(watched);
  });

  it("reads the sum again after notifications may have been lost", async () => {
    const heard: ((payload: string) => void)[] = [];
    const deaf = await start({
      db: connection().db,
      listen: async (_channel, handler) => {
        heard.push(handler);
        return async () => undefined;
      },
    });
    const before = moved(deaf);
    await (await start()).advance(60);
    assert.equal(moved(deaf), before);
    for (const handler of heard) handler("");
    await until(() => moved(deaf) === before + 60_000);
  });
});

onBothDatabases("a deployment whose time can be moved", (_database, connection) => {
  let services: Services;
  before(() => {
    ({ services } = createTestServices(connection(), { TEST_CLOCK: "true" }));
  });

  it("creates no live key", async () => {
    const { accountId } = await makeMerchant(services);
    const own = { accountId, method: "web", mode: "live" } as const;
    for (const actor of ["operator", "usr_01kagj3y9be2rvn5q8w0m4tzxh"] as const) {
      await assert.rejects(services.apiKeys.create({ ...own, actor }), { code: "live_mode_off" });
    }
    assert.equal(await services.apiKeys.hasLiveKeys(), false);
    assert.ok((await services.apiKeys.create({ ...own, mode: "test" })).key);
  });
});
