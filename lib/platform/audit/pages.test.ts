import assert from "node:assert/strict";
import { before, beforeEach, it } from "node:test";
import { users } from "#lib/identity/model/schema.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createTestServices } from "#lib/testing/factories.ts";
import { type AuditAction, recordAudit } from "./log.ts";

onBothDatabases("the audit log of an account", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let accountId: string;
  let other: string;
  before(() => {
    test = createTestServices(connection());
  });
  beforeEach(async () => {
    const create = async () =>
      test.services.accounts.create({ name: "Harbour Books", iban: "NL91ABNA0417164300" });
    accountId = await create();
    other = await create();
  });
  const record = async (
    action: AuditAction,
    actor: "operator" | `usr_${string}` = "operator",
    target = accountId,
  ) => recordAudit(database(), test.clock.now(), { accountId, actor, action, target });

  it("is read page by page, without gaps or repetitions, newest first", async () => {
    for (let count = 0; count < 59; count++) await record("brand.changed");
    const seen: string[] = [];
    const lengths: number[] = [];
    for (let before: string | undefined; ; ) {
      const page = await test.services.auditPages.read({ accountId, before });
      seen.push(...page.entries.map(({ id }) => id));
      lengths.push(page.entries.length);
      before = page.entries.at(-1)?.id;
      if (!page.hasMore) break;
    }
    assert.deepEqual(lengths, [25, 25, 10]);
    assert.equal(new Set(seen).size, 60);
    assert.deepEqual(seen, seen.toSorted().toReversed());
  });

  it("ends with a page that is exactly full", async () => {
    for (let count = 0; count < 24; count++) await record("brand.changed");
    const { entries, hasMore } = await test.services.auditPages.read({ accountId });
    assert.deepEqual([entries.length, hasMore], [25, false]);
  });

  it("can be filtered by action", async () => {
    await record("brand.changed");
    await record("api_key.revoked");
    const { entries } = await test.services.auditPages.read({ accountId, action: "brand.changed" });
    assert.deepEqual(
      entries.map(({ action }) => action),
      ["brand.changed"],
    );
  });

  it("shows no entries of other accounts or of the whole deployment", async () => {
    await recordAudit(database(), test.clock.now(), {
      accountId: null,
      actor: "operator",
      action: "signing_key.rotated",
      target: "kid",
    });
    await recordAudit(database(), test.clock.now(), {
      accountId: other,
      actor: "operator",
      action: "brand.changed",
      target: other,
    });
    const { entries } = await test.services.auditPages.read({ accountId });
    assert.deepEqual(
      entries.map(({ action }) => action),
      ["account.created"],
    );
    const [foreign] = await test.services.audit.list({ accountId: other, limit: 1 });
    const after = await test.services.auditPages.read({ accountId, before: foreign?.id });
    assert.ok(after.entries.every((entry) => entry.accountId === accountId));
  });

  it("names the users that acted and those affected, if they are known", async () => {
    const [robin, kim] = [newId("usr"), newId("usr")];
    const createdAt = test.clock.now();
    await database()
      .insert(users)
      .values(
        [
          { id: robin, name: "Robin Quay" },
          { id: kim, name: "Kim Pier" },
        ].map((user) => ({
          ...user,
          email: `${user.id}@shop.example`,
          passwordHash: "x",
          passwordChangedAt: createdAt,
          createdAt,
        })),
      );
    await record("member.removed", robin, kim);
    await record("brand.changed", "usr_01kagj1d6xf0bsn9t2v7y3m5qe");
    const { names } = await test.services.auditPages.read({ accountId });
    assert.deepEqual(
      names,
      new Map([
        [robin, `Robin Quay (${robin}@shop.example)`],
        [kim, `Kim Pier (${kim}@shop.example)`],
      ]),
    );
  });
});
