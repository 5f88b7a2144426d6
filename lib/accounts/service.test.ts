import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import { accounts } from "#lib/db/schema.ts";
import { onEachDatabase } from "#lib/testing/database.ts";
import { createTestServices } from "#lib/testing/factories.ts";

const IBAN = "NL91ABNA0417164300";

onEachDatabase("account service", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  before(() => {
    test = createTestServices(connection());
  });

  const create = (name: string) => test.services.accounts.create({ name, iban: IBAN });
  const countOf = async () => (await database().select().from(accounts)).length;

  it("stores the name without space around it, for the account and its payee", async () => {
    const id = await create("  Bücher & Café \n");
    const [row] = await database().select().from(accounts).where(eq(accounts.id, id));
    assert.equal(row?.name, "Bücher & Café");
    assert.deepEqual(await test.services.accounts.primaryPayee(id), {
      iban: IBAN,
      name: "Bücher & Café",
    });
    assert.ok(await create("é".repeat(70)));
  });

  const refused: [string, string][] = [
    ["no name", ""],
    ["a name of spaces", "   "],
    ["71 characters", "a".repeat(71)],
    ["a line break", "Corner\nBooks"],
    ["a turned direction", "Corner \u202eskooB"],
    ["a line separator", "Corner\u2028Books"],
    ["a NUL", "Corner\0Books"],
  ];
  for (const [what, name] of refused) {
    it(`refuses ${what} and stores nothing`, async () => {
      const before = await countOf();
      await assert.rejects(create(name), {
        code: "invalid_request",
        fields: [{ path: "name", message: "must be a text of 1 to 70 printable characters" }],
      });
      assert.equal(await countOf(), before);
    });
  }
});
