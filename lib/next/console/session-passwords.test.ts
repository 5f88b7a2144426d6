import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sealData, unsealData } from "iron-session";
import { createSeal, type Seal } from "#lib/platform/crypto/seal.ts";

const FIRST = Buffer.alloc(32, 1);
const SECOND = Buffer.alloc(32, 2);

describe("session cookies when the app secret is replaced", () => {
  const before = createSeal(FIRST);
  const rotated = createSeal(FIRST, SECOND);
  const retired = createSeal(null, SECOND);

  const sealWith = (seal: Seal, id: string) =>
    sealData({ id }, { password: seal.passwords("session"), ttl: 60 });
  const readWith = (seal: Seal, cookie: string, purpose = "session") =>
    unsealData<{ id?: string }>(cookie, { password: seal.passwords(purpose), ttl: 60 });

  it("stay valid until the secret that encrypted them is retired", async () => {
    const cookie = await sealWith(before, "psn_1");
    assert.deepEqual(await readWith(rotated, cookie), { id: "psn_1" });
    assert.deepEqual(await readWith(rotated, cookie, "another"), {});
    assert.deepEqual(await readWith(retired, cookie), {});
  });

  it("are encrypted with the newest secret", async () => {
    const cookie = await sealWith(rotated, "psn_2");
    assert.deepEqual(await readWith(retired, cookie), { id: "psn_2" });
    assert.deepEqual(await readWith(before, cookie), {});
    const many = createSeal(...Array.from({ length: 16 }, (_, index) => Buffer.alloc(32, index)));
    assert.match(await sealWith(many, "psn_3"), /^Fe26\.2\*16\*/);
  });

  it("stay valid if they were encrypted with the only earlier password", async () => {
    const cookie = await sealData(
      { id: "psn_4" },
      { password: before.password("session"), ttl: 60 },
    );
    assert.deepEqual(await readWith(rotated, cookie), { id: "psn_4" });
  });
});
