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
  it("follows the machine until the first measurement, then the database", async () => {
    const { clock, offBy } = setUp({ wrongMs: 600_000 });
    assert.equal(offBy(), 600_000);
    const first = clock.now();
    await clock.measure();
    assert.equal(offBy(), 0, String(first));
  });

  for (const jumpMs of [-3_600_000, 3_600_000]) {
    it(`ignores a jump of the machine's clock by ${jumpMs} ms`, async () => {
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

  it("warns once while the machine is more than 5 s off, and logs when it is right again", async () => {
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

  it("uses slow samples, but none that is too slow", async () => {
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

  it("uses the best of samples that are all too slow if it has no other, and logs that", async () => {
    const { clock, offBy, setRound, lines } = setUp({ wrongMs: 3_600_000 });
    setRound(900);
    await clock.measure();
    assert.equal(offBy(), 0);
    assert.deepEqual(lines[0], { roundMs: 900 });
  });

  it("stops instead of turning back a little, and follows a database whose clock was corrected", async () => {
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

  it("never turns back if it is this machine's, and catches up after a sleep", async () => {
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
