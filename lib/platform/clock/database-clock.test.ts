import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createDatabaseClock } from "./database-clock.ts";

const START = Date.parse("2026-01-15T12:00:00Z");

function setUp({ wrongMs = 0, neverBack = false } = {}) {
  let passed = 0;
  let wrong = wrongMs;
  let databaseWrong = 0;
  let roundMs = 2;
  const lines: { alert?: string; driftMs?: number }[] = [];
  const keep = (line: object) => void lines.push(line);
  const world = {
    pass: (ms: number) => {
      passed += ms;
    },
    setMachine: (ms: number) => {
      wrong = ms;
    },
    setDatabase: (ms: number) => {
      databaseWrong = ms;
    },
    setRound: (ms: number) => {
      roundMs = ms;
    },
    lines,
  };
  const wallMs = () => START + passed + wrong;
  const clock = createDatabaseClock({
    async readClock() {
      passed += roundMs / 2;
      const time = neverBack ? wallMs() : START + passed + databaseWrong;
      passed += roundMs / 2;
      return new Date(time);
    },
    neverBack,
    logger: { warn: keep, info: keep } as never,
    elapsedMs: () => 5_000 + passed,
    wallMs,
  });
  const offBy = () => clock.now().getTime() - START - passed;
  return { ...world, clock, offBy };
}

describe("the database's clock", () => {
  it("is the machine's until it was measured, then the database's", async () => {
    const { clock, offBy } = setUp({ wrongMs: 600_000 });
    assert.equal(offBy(), 600_000);
    const first = clock.now();
    await clock.measure();
    assert.equal(offBy(), 0, String(first));
  });

  for (const jumpMs of [-3_600_000, 3_600_000]) {
    it(`does not notice the machine's clock jump by ${jumpMs} ms`, async () => {
      const { clock, offBy, pass, setMachine } = setUp();
      await clock.measure();
      const before = clock.now();
      setMachine(jumpMs);
      pass(10);
      assert.equal(offBy(), 0);
      assert.ok(clock.now() > before);
      await clock.measure();
      assert.equal(offBy(), 0);
    });
  }

  it("warns once while the machine is more than 5 s off, and says when it is right again", async () => {
    const { clock, setMachine, lines } = setUp({ wrongMs: 5_000 });
    await clock.measure();
    assert.deepEqual(lines, []);
    setMachine(-5_001);
    await clock.measure();
    await clock.measure();
    assert.deepEqual(lines, [{ alert: "clock_drift", driftMs: -5_001 }]);
    setMachine(0);
    await clock.measure();
    assert.equal(lines.length, 2);
  });

  it("takes the quickest of slow samples, and none that is too slow", async () => {
    const { clock, offBy, setRound, setDatabase } = setUp();
    await clock.measure();
    setDatabase(4_000);
    setRound(501);
    await clock.measure();
    assert.equal(offBy(), 0);
    setRound(500);
    await clock.measure();
    assert.equal(offBy(), 4_000);
  });

  it("takes the best of samples that are all too slow when it has no better, and says so", async () => {
    const { clock, offBy, setRound, lines } = setUp({ wrongMs: 3_600_000 });
    setRound(900);
    await clock.measure();
    assert.equal(offBy(), 0);
    assert.deepEqual(lines[0], { roundMs: 900 });
  });

  it("stands still rather than turn back a little, and follows a database that was set right", async () => {
    const { clock, offBy, pass, setDatabase } = setUp();
    await clock.measure();
    const before = clock.now();
    setDatabase(-500);
    await clock.measure();
    assert.deepEqual(clock.now(), before);
    pass(600);
    assert.equal(offBy(), -500);
    setDatabase(-60_000);
    await clock.measure();
    assert.equal(offBy(), -60_000);
  });

  it("of this machine alone never turns back, and catches up after a sleep", async () => {
    const { clock, offBy, setMachine } = setUp({ neverBack: true });
    await clock.measure();
    setMachine(-3_600_000);
    await clock.measure();
    assert.equal(offBy(), 0);
    setMachine(7_200_000);
    await clock.measure();
    assert.equal(offBy(), 7_200_000);
  });
});
