import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { propertyRuns } from "#lib/testing/lane.ts";
import { until } from "#lib/testing/until.ts";
import { createPasswordHasher, FULL_COST, TEST_COST } from "./password-hash.ts";

const hasher = createPasswordHasher({ cost: TEST_COST });

describe("stored passwords", () => {
  it("are in the PHC format, with their own salt", async () => {
    const [one, other] = await Promise.all([hasher.hash("same"), hasher.hash("same")]);
    assert.match(one, /^\$scrypt\$ln=4,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    assert.notEqual(one, other);
  });

  it("match their password only", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme" }), fc.string(), async (right, wrong) => {
        fc.pre(right !== wrong);
        const stored = await hasher.hash(right);
        assert.equal(await hasher.verify(right, stored), true);
        assert.equal(await hasher.verify(wrong, stored), false);
      }),
      { numRuns: propertyRuns(5) },
    );
  });

  it("of RFC 7914 are verified", async () => {
    const salt = Buffer.from("SodiumChloride").toString("base64").replaceAll("=", "");
    const key = Buffer.from(
      "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887",
      "hex",
    );
    const stored = `$scrypt$ln=14,r=8,p=1$${salt}$${key.toString("base64").replaceAll("=", "")}`;
    assert.equal(await hasher.verify("pleaseletmein", stored), true);
    assert.equal(await hasher.verify("pleaseletmeout", stored), false);
  });

  it("that do not exist take the same work and never match", async () => {
    let work = 0;
    const counting = createPasswordHasher({
      cost: TEST_COST,
      derive: async () => {
        work += 1;
        return Buffer.alloc(32);
      },
    });
    for (const stored of [undefined, "", "x", "$scrypt$ln=4,r=8,p=1$$", "$2b$10$abc"]) {
      assert.equal(await counting.verify("", stored), false);
    }
    assert.equal(work, 5);
  });

  it("are outdated once the cost changes", async () => {
    const stored = await hasher.hash("words");
    assert.equal(hasher.isOutdated(stored), false);
    assert.equal(createPasswordHasher({ cost: { ...TEST_COST, ln: 5 } }).isOutdated(stored), true);
    assert.equal(createPasswordHasher({ cost: { ...TEST_COST, p: 2 } }).isOutdated(stored), true);
    assert.equal(hasher.isOutdated("x"), true);
  });

  it("cost 128 MiB each by default", async () => {
    let memory = 0;
    const derive = async (_password: string, _salt: Buffer, bytes: number, o: object) => {
      const { N = 0, r = 0 } = o as { N?: number; r?: number };
      memory = 128 * N * r;
      return Buffer.alloc(bytes);
    };
    assert.match(
      await createPasswordHasher({ derive }).hash("words"),
      /^\$scrypt\$ln=17,r=8,p=1\$/,
    );
    assert.deepEqual([memory, FULL_COST.ln], [128 * 1024 ** 2, 17]);
  });

  it("are computed two at a time, with a short queue, and refused beyond", async () => {
    const ends: (() => void)[] = [];
    const derive = () =>
      new Promise<Buffer>((resolve) => ends.push(() => resolve(Buffer.alloc(32))));
    const slow = createPasswordHasher({ cost: TEST_COST, parallel: 2, waiting: 3, derive });
    const all = Array.from({ length: 5 }, () => slow.hash("words"));
    await assert.rejects(slow.hash("words"), { code: "unavailable", retryAfterSeconds: 5 });
    for (let ended = 0; ended < 5; ended += 1) {
      await until(() => ends.length > ended);
      assert.ok(ends.length - ended <= 2);
      ends[ended]?.();
    }
    await Promise.all(all);
    const next = slow.hash("words");
    await until(() => ends.length === 6);
    ends[5]?.();
    await next;
  });

  it("are limited per network at once, so that others find a place", async () => {
    const ends: (() => void)[] = [];
    const derive = () =>
      new Promise<Buffer>((resolve) => ends.push(() => resolve(Buffer.alloc(32))));
    const slow = createPasswordHasher({ cost: TEST_COST, waiting: 5, waitingOfOne: 2, derive });
    const crowd = Array.from({ length: 4 }, () => slow.verify("words", undefined, "crowd"));
    const codeOf = (work: Promise<unknown>) =>
      Promise.race([
        work.then(
          () => "done",
          ({ code }) => code,
        ),
        new Promise(setImmediate).then(() => "waits"),
      ]);
    assert.equal(await codeOf(slow.verify("words", undefined, "crowd")), "unavailable");
    // Signed-in users and mailed links have no network, so no limit per network.
    const others = [slow.verify("words", undefined, "other"), slow.hash("a"), slow.hash("b")];
    assert.equal(await codeOf(slow.hash("c")), "unavailable");
    const all = Promise.all([...crowd, ...others]);
    for (let ended = 0; ended < 7; ended += 1) {
      await until(() => ends.length > ended);
      ends[ended]?.();
    }
    await all;
  });

  it("take turns between networks, so that a crowd delays others by one at most", async () => {
    const order: string[] = [];
    const ends: (() => void)[] = [];
    const derive = (password: string) => {
      order.push(password);
      return new Promise<Buffer>((resolve) => ends.push(() => resolve(Buffer.alloc(32))));
    };
    const slow = createPasswordHasher({ cost: TEST_COST, parallel: 1, derive });
    const ask = (name: string, network?: string) => slow.verify(name, undefined, network);
    const crowd = Array.from({ length: 6 }, (_, at) => ask(`crowd ${at}`, "crowd"));
    const others = [ask("Ada", "ada's"), ask("Bea", "bea's"), ask("Bea again", "bea's")];
    // Signed in already.
    const members = [slow.hash("Cem"), slow.hash("Dan")];
    const all = Promise.all([...crowd, ...others, ...members]);
    for (let ended = 0; ended < 11; ended += 1) {
      await until(() => ends.length > ended);
      ends[ended]?.();
    }
    await all;
    assert.deepEqual(order, [
      ...["crowd 0", "crowd 1", "Ada", "Bea", "Cem", "Dan"],
      ...["crowd 2", "Bea again", "crowd 3", "crowd 4", "crowd 5"],
    ]);
  });

  it("that fail free their place", async () => {
    const failing = createPasswordHasher({
      parallel: 1,
      derive: () => Promise.reject(new Error("no memory")),
    });
    for (let tries = 0; tries < 3; tries += 1) {
      await assert.rejects(failing.hash("words"), { message: "no memory" });
    }
  });
});
