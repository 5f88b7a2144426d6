import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import { brands } from "#lib/merchants/model/schema.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { makeJpeg, makePng } from "#lib/testing/pictures.ts";

const ACTOR = "usr_01kagj1d6xf0bsn9t2v7y3m5qe";
const PLAIN = { accentColour: null, scheme: "auto", logoDigest: null };

onBothDatabases("brand", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  before(() => {
    test = createTestServices(connection());
  });
  const make = async () => (await makeMerchant(test.services)).accountId;
  const change = (accountId: string, values: Record<string, unknown> = {}) =>
    test.services.brands.change(
      { accountId, accentColour: "#4b2a8c", scheme: "auto", ...values },
      ACTOR,
    );
  const entries = async (accountId: string) =>
    (await test.services.audit.list({ accountId, limit: 10 }))
      .filter(({ action }) => action === "brand.changed")
      .map(({ actor, target, details }) => ({ actor, target, details }));

  it("is plain at first", async () => {
    const accountId = await make();
    assert.deepEqual(await test.services.brands.find(accountId), PLAIN);
    assert.deepEqual(await test.services.brands.look(accountId), {
      css: undefined,
      logoPath: undefined,
    });
  });

  it("belongs to one account, and its changes are audited only if something is new", async () => {
    const [accountId, other] = [await make(), await make()];
    await change(accountId, { accentColour: " #4B2A8C ", scheme: "dark" });
    await change(accountId, { scheme: "dark" });
    await change(accountId, { accentColour: "", scheme: "dark", logo: makePng(32) });
    const { logoDigest, ...rest } = await test.services.brands.find(accountId);
    assert.deepEqual(rest, { accentColour: null, scheme: "dark" });
    assert.match(logoDigest ?? "", /^[0-9a-f]{64}$/);
    assert.deepEqual(await entries(accountId), [
      { actor: ACTOR, target: accountId, details: { changed: "colour, logo" } },
      { actor: ACTOR, target: accountId, details: { changed: "colour, scheme" } },
    ]);
    assert.deepEqual(await test.services.brands.find(other), PLAIN);
  });

  it("keeps the logo until it is replaced or removed", async () => {
    const accountId = await make();
    const { brands: service } = test.services;
    const digestNow = async () => (await service.find(accountId)).logoDigest ?? "";
    await change(accountId, { logo: makePng(33) });
    const first = await digestNow();
    await change(accountId, { scheme: "light" });
    assert.equal(await digestNow(), first);
    assert.deepEqual(await service.logo(first), {
      type: "image/png",
      bytes: Buffer.from(makePng(33)),
    });
    await change(accountId, { logo: makeJpeg(33) });
    assert.equal((await service.logo(await digestNow()))?.type, "image/jpeg");
    assert.equal(await service.logo(first), undefined);
    const last = await digestNow();
    await service.removeLogo(accountId, ACTOR);
    assert.equal(await digestNow(), "");
    assert.equal(await service.logo(last), undefined);
    await service.removeLogo(accountId, ACTOR);
    assert.equal((await entries(accountId)).length, 4);
  });

  const wrong: [string, Record<string, unknown>, string][] = [
    ["a colour's name", { accentColour: "red" }, "accent"],
    ["a short colour", { accentColour: "#fff" }, "accent"],
    ["more than a colour", { accentColour: "#4b2a8c;}*{display:none" }, "accent"],
    ["an unknown scheme", { scheme: "sepia" }, "scheme"],
    ["an inherited name as scheme", { scheme: "constructor" }, "scheme"],
    ["a logo that is no picture", { logo: Buffer.from("<svg/>") }, "logo"],
  ];
  for (const [what, values, path] of wrong) {
    it(`refuses ${what}, and changes nothing`, async () => {
      const accountId = await make();
      await assert.rejects(
        change(accountId, values),
        (error: { code: string; fields: unknown }) => {
          assert.equal(error.code, "invalid_request");
          assert.equal((error.fields as { path: string }[])[0]?.path, path);
          return true;
        },
      );
      assert.deepEqual(await test.services.brands.find(accountId), PLAIN);
    });
  }

  it("can't be changed once the account is closed", async () => {
    const accountId = await make();
    await test.services.operator.close(accountId);
    await assert.rejects(change(accountId), { code: "account_closed" });
    await assert.rejects(test.services.brands.removeLogo(accountId, ACTOR), {
      code: "account_closed",
    });
  });

  it("looks up a logo by its digest only", async () => {
    for (const text of ["", "x", "../secret", `${"a".repeat(63)}%`, "A".repeat(64)]) {
      assert.equal(await test.services.brands.logo(text), undefined);
    }
  });

  it("keeps invalid colours out of the style sheet", async () => {
    const accountId = await make();
    await change(accountId);
    const evil = { accentColour: "#4b2a8c}body{display:none" };
    await database().update(brands).set(evil).where(eq(brands.accountId, accountId));
    await assert.rejects(test.services.brands.look(accountId), RangeError);
  });
});
