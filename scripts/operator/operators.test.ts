import assert from "node:assert/strict";
import { it } from "node:test";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices } from "#lib/testing/factories.ts";
import { giveFactor, makeUser } from "#lib/testing/users.ts";
import { COMMANDS } from "./commands.ts";
import { describe } from "./operate.ts";
import { parseCommand } from "./parse.ts";

onDatabase("the operator's role", (database, connection) => {
  it("is granted to a user with a second factor, otherwise the command explains what to do", async () => {
    const { services, clock } = createTestServices(connection());
    const email = "sam@pay.example";
    const run = async (name: string) => {
      const command = parseCommand(COMMANDS, [name, "--email", email], process.stdout);
      assert.ok(command);
      return (await command(services).catch((error) => ({ lines: [describe(error)] }))).lines;
    };
    assert.deepEqual(await run("grant"), [`There is no console user ${email}.`]);
    const id = await database().transaction((tx) => makeUser(tx, clock.now(), { email }));
    assert.deepEqual(await run("grant"), [
      "--email belongs to a user without a second factor: sign in as that user, set up a passkey or an authenticator app under Account security, then grant the role.",
    ]);
    assert.deepEqual(await services.operators.list(), []);
    await giveFactor(database(), id, clock.now());
    assert.deepEqual(await run("grant"), [`${email} is now an operator.`]);
    assert.deepEqual(await run("grant"), [`${email} already is an operator.`]);
    assert.deepEqual(await run("revoke"), [`${email} is no longer an operator.`]);
  });
});
